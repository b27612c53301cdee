"""The only writers of games: each public function is one act and one transaction."""
