export const business = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{name}}</title>
    <meta name="description" content="{{name}}: what we offer, when we are open and how to reach us.">
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <header>
      <p class="kind">Your trade, your town</p>
      <h1>{{name}}</h1>
      <p class="lead">Describe in a sentence what customers come to you for.</p>
    </header>
    <main>
      <section aria-labelledby="offer">
        <h2 id="offer">What we offer</h2>
        <dl class="offer">
          <div>
            <dt>First service</dt>
            <dd>What is included, and from what price.</dd>
          </div>
          <div>
            <dt>Second service</dt>
            <dd>What is included, and from what price.</dd>
          </div>
          <div>
            <dt>Third service</dt>
            <dd>What is included, and from what price.</dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="about">
        <h2 id="about">About us</h2>
        <p>Tell who you are, since when you do this, and what you care about. Two short paragraphs are plenty.</p>
      </section>
      <section aria-labelledby="hours">
        <h2 id="hours">Opening hours</h2>
        <table>
          <thead>
            <tr><th scope="col">Day</th><th scope="col">Hours</th></tr>
          </thead>
          <tbody>
            <tr><th scope="row">Monday to Friday</th><td>9:00 to 18:00</td></tr>
            <tr><th scope="row">Saturday</th><td>10:00 to 16:00</td></tr>
            <tr><th scope="row">Sunday</th><td>Closed</td></tr>
          </tbody>
        </table>
      </section>
      <section aria-labelledby="contact">
        <h2 id="contact">Find us</h2>
        <address>
          Street and number<br>
          Town and PIN code<br>
          <a href="mailto:hello@example.com">hello@example.com</a>
        </address>
      </section>
    </main>
    <footer>
      <p>© {{name}}</p>
    </footer>
  </body>
</html>
`,
  'style.css': `:root {
  color-scheme: light dark;
  --text: light-dark(#21201c, #f0eee8);
  --quiet: light-dark(#5d5a52, #b5b1a6);
  --page: light-dark(#fbf9f4, #171612);
  --line: light-dark(#e2ddd0, #36332b);
  --accent: light-dark(#0b5f4c, #7fd6bd);
}

body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1.0625rem/1.65 Georgia, "Times New Roman", serif;
}

header,
main,
footer {
  max-width: 44rem;
  margin: 0 auto;
  padding: 0 1.25rem;
}

header {
  padding-block: 4rem 2rem;
}

h1 {
  margin: 0;
  font-size: clamp(2.25rem, 7vw, 3.5rem);
  line-height: 1.1;
}

h2 {
  margin: 0 0 1rem;
  font-size: 1.5rem;
}

.kind {
  margin: 0 0 0.5rem;
  color: var(--accent);
}

.lead {
  margin: 1rem 0 0;
  color: var(--quiet);
  font-size: 1.25rem;
}

section {
  padding: 2rem 0;
  border-top: 1px solid var(--line);
}

.offer {
  display: grid;
  gap: 1rem;
  margin: 0;
}

dt {
  font-weight: 700;
}

dd {
  margin: 0;
  color: var(--quiet);
}

table {
  width: 100%;
  border-collapse: collapse;
}

th,
td {
  padding: 0.5rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
}

tbody th {
  font-weight: 400;
}

address {
  font-style: normal;
}

a {
  color: var(--accent);
}

footer {
  padding-block: 1rem 3rem;
  color: var(--quiet);
}
`,
} as const
