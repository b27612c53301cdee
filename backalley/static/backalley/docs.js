// Shows the document as pages. The script has a file of its own because pages run no other.

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const pages = document.getElementById("pages");
SwaggerUIBundle({
  url: pages.dataset.document,
  domNode: pages,
  deepLinking: true,
  persistAuthorization: true,
  // The default would send the document to a validator elsewhere.
  validatorUrl: null,
});
