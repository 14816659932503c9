export const landing = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{name}}</title>
    <meta name="description" content="What {{name}} does, in one sentence.">
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <header class="top">
      <a class="brand" href="index.html">{{name}}</a>
      <nav aria-label="Main">
        <a href="#features">Features</a>
        <a href="#questions">Questions</a>
      </nav>
    </header>
    <main>
      <section class="hero">
        <h1>Say in one line what you make better</h1>
        <p>Two sentences are enough: the problem your visitor has, and how {{name}} solves it.</p>
        <a class="action" href="#start">Get started</a>
      </section>
      <section id="features" aria-labelledby="features-title">
        <h2 id="features-title">Why people choose us</h2>
        <ul class="cards">
          <li>
            <h3>The first reason</h3>
            <p>Name what your visitor gains, not what you built.</p>
          </li>
          <li>
            <h3>The second reason</h3>
            <p>Be specific: a number or an example convinces.</p>
          </li>
          <li>
            <h3>The third reason</h3>
            <p>Say what sets you apart from the others.</p>
          </li>
        </ul>
      </section>
      <section id="questions" aria-labelledby="questions-title">
        <h2 id="questions-title">Questions and answers</h2>
        <details>
          <summary>What does it cost?</summary>
          <p>Give the price, or say how you work it out.</p>
        </details>
        <details>
          <summary>How do I begin?</summary>
          <p>Describe the first step and how long it takes.</p>
        </details>
      </section>
      <section id="start" class="start" aria-labelledby="start-title">
        <h2 id="start-title">Ready to start?</h2>
        <p>Write to <a href="mailto:hello@example.com">hello@example.com</a>.</p>
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
  --text: light-dark(#191d23, #eceef1);
  --quiet: light-dark(#565e69, #a8afb9);
  --page: light-dark(#ffffff, #13161a);
  --card: light-dark(#f3f5f8, #1d2127);
  --accent: light-dark(#1f4fc4, #9db8ff);
  --on-accent: light-dark(#ffffff, #10182b);
}

body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}

a {
  color: var(--accent);
}

.top,
main,
footer {
  max-width: 64rem;
  margin: 0 auto;
  padding: 0 1.25rem;
}

.top {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  align-items: center;
  justify-content: space-between;
  padding-block: 1rem;
}

.top nav {
  display: flex;
  gap: 1.25rem;
}

.brand {
  color: inherit;
  font-weight: 700;
  text-decoration: none;
}

.hero {
  padding: 4rem 0;
}

.hero h1 {
  max-width: 18ch;
  margin: 0;
  font-size: clamp(2.25rem, 6vw, 3.75rem);
  line-height: 1.1;
}

.hero p {
  max-width: 50ch;
  margin: 1.25rem 0 2rem;
  color: var(--quiet);
  font-size: 1.25rem;
}

.action {
  display: inline-block;
  padding: 0.75rem 1.5rem;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}

section {
  margin-bottom: 3.5rem;
}

h2 {
  font-size: 1.75rem;
}

.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
  gap: 1rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.cards li {
  padding: 1.5rem;
  border-radius: 0.75rem;
  background: var(--card);
}

.cards h3 {
  margin: 0 0 0.5rem;
}

.cards p {
  margin: 0;
  color: var(--quiet);
}

details {
  padding: 1rem 0;
  border-bottom: 1px solid var(--card);
}

summary {
  font-weight: 600;
  cursor: pointer;
}

footer {
  padding-block: 2rem;
  color: var(--quiet);
}
`,
} as const
