export const notFound = {
  '404.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Page not found · {{name}}</title>
    <!-- The style is part of the page: a missing page may lie in any folder. -->
    <style>
      :root {
        color-scheme: light dark;
        --text: light-dark(#1b1f24, #e9ebee);
        --quiet: light-dark(#59616c, #a5acb6);
        --page: light-dark(#ffffff, #14171b);
        --accent: light-dark(#1f4fc4, #9db8ff);
      }

      body {
        display: grid;
        min-height: 100vh;
        margin: 0;
        background: var(--page);
        color: var(--text);
        font: 1.0625rem/1.6 system-ui, sans-serif;
        place-items: center;
      }

      main {
        padding: 2rem 1.25rem;
        text-align: center;
      }

      .code {
        margin: 0;
        color: var(--accent);
        font-size: clamp(4rem, 20vw, 8rem);
        font-weight: 700;
        line-height: 1;
      }

      h1 {
        margin: 0.5rem 0;
        font-size: 1.75rem;
      }

      h1 + p {
        margin: 0 0 1.5rem;
        color: var(--quiet);
      }

      a {
        color: var(--accent);
      }
    </style>
  </head>
  <body>
    <main>
      <p class="code" aria-hidden="true">404</p>
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or the page has moved.</p>
      <p><a href="/">Go to the home page</a></p>
    </main>
  </body>
</html>
`,
} as const
