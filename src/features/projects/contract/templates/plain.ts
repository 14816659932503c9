export const plain = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{name}}</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <main>
      <h1>{{name}}</h1>
      <p>This page is yours. Write what it is about, and who it is for.</p>
    </main>
  </body>
</html>
`,
  'style.css': `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e9ebee);
  --page: light-dark(#ffffff, #14171b);
}

body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}

main {
  max-width: 65ch;
  margin: 0 auto;
  padding: 3rem 1.25rem;
}

h1 {
  margin: 0 0 1rem;
  font-size: 2.25rem;
  line-height: 1.2;
}
`,
} as const
