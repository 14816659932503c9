import { expect, test } from 'bun:test'
import { referencesOf } from './references.ts'

test('a page refers to what it shows, loads and links to on its own site, each named once', () => {
  const html = `<link rel="stylesheet" href="style.css?v=2"><script src='./app.js'></script>
    <img src=logo.png alt=""><a href="about.html#team">Team</a><a href="/about.html">About</a>
    <video src="img/a%20film.mp4"></video>`
  expect(referencesOf(html)).toEqual(['style.css', 'app.js', 'logo.png', 'about.html', 'img/a film.mp4'])
})

test('other sites, places in the page, mails, folders and paths out of the site are no files of it', () => {
  const html = `<a href="https://example.org/a.html">a</a><a href="//example.org/a.css">b</a><a href="#top">c</a>
    <a href="mailto:a@example.com">d</a><img src="data:image/png;base64,x.png"><a href="shop/">e</a><a href="../a.html">f</a>
    <a href="">g</a><a>h</a>`
  expect(referencesOf(html)).toEqual([])
})

test('what stands in a comment, a style or the text of a script is no reference', () => {
  const html = `<!-- <img src="a.png"> --><style>/* <img src="b.png"> */</style>
    <script>document.body.innerHTML = '<img src="c.png">'</script>`
  expect(referencesOf(html)).toEqual([])
})
