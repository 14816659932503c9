import { expect, test } from 'bun:test'
import { referencesOf } from './references.ts'

test('finds the local files that a page shows, loads and links to, each once', () => {
  const html = `<link rel="stylesheet" href="style.css?v=2"><script src='./app.js'></script>
    <img src=logo.png alt=""><a href="about.html#team">Team</a><a href="/about.html">About</a>
    <video src="img/a%20film.mp4"></video>`
  expect(referencesOf(html)).toEqual(['style.css', 'app.js', 'logo.png', 'about.html', 'img/a film.mp4'])
})

test('ignores other sites, fragments, mail links, folders and paths outside the site', () => {
  const html = `<a href="https://example.org/a.html">a</a><a href="//example.org/a.css">b</a><a href="#top">c</a>
    <a href="mailto:a@example.com">d</a><img src="data:image/png;base64,x.png"><a href="shop/">e</a><a href="../a.html">f</a>
    <a href="">g</a><a>h</a>`
  expect(referencesOf(html)).toEqual([])
})

test('ignores references in comments, styles and the text of scripts', () => {
  const html = `<!-- <img src="a.png"> --><style>/* <img src="b.png"> */</style>
    <script>document.body.innerHTML = '<img src="c.png">'</script>`
  expect(referencesOf(html)).toEqual([])
})
