"""What Django and its REST framework say to clients in words of their own.

They come with translations into many languages, but not into all of ours. Named here, their
sentences are in our catalogues like those that the code says itself, and ours go before theirs.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

BORROWED: Final = (
    _("This field is required."),
    _("This field may not be null."),
    _("This field may not be blank."),
    _("This list may not be empty."),
    _("Must be a valid UUID."),
    _("Not a valid string."),
    _("String value too large."),
    _("Null characters are not allowed."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("Ensure this field has no more than {max_length} characters."),
    _("Ensure this field has at least {min_length} characters."),
    _("Ensure this field has no more than {max_length} elements."),
    _("Ensure this field has at least {min_length} elements."),
)
