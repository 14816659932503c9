import { expect, test } from 'bun:test'
import { assetsOf, inlineAssets } from './inline-assets.ts'

const files: Record<string, string> = {
  'style.css': 'h1{color:red}',
  'app.js': 'run()',
  'bad.css': 'a::after{content:"</style>"}',
  'bad.js': "x = '</script><!--'",
}
const inline = (html: string) => inlineAssets(html, (name) => files[name])

test.each([
  ['<link rel="stylesheet" href="style.css">', '<style>h1{color:red}</style>'],
  ["<link href='./style.css?v=2' rel='stylesheet'/>", '<style>h1{color:red}</style>'],
  ['<LINK REL=stylesheet HREF=/style.css>', '<style>h1{color:red}</style>'],
  ['<script src="app.js"></script>', '<script>run()</script>'],
  ['<script type="module" src="./app.js"></script>', '<script type="module">run()</script>'],
  ['<script src="app.js" defer></script><body><p></p></body>', '<body><p></p><script>run()</script></body>'],
  ['<script defer src="app.js"></script><p>', '<p><script>run()</script>'],
])('replaces %s with the file it names', (html, expected) => {
  expect(inline(html)).toBe(expected)
})

test.each([
  '<link rel="icon" href="style.css">',
  '<link rel="stylesheet" href="https://example.com/style.css">',
  '<link rel="stylesheet" href="missing.css">',
  '<script>run()</script>',
  '<script data-src="app.js"></script>',
])('leaves %s unchanged', (html) => {
  expect(inline(html)).toBe(html)
})

test('a file can neither close its element nor act as a replacement pattern', () => {
  expect(inline('<link rel=stylesheet href=bad.css>')).toBe('<style>a::after{content:"<\\/style>"}</style>')
  expect(inline('<script src=bad.js></script>')).toBe("<script>x = '<\\/script><\\!--'</script>")
  expect(inlineAssets('<script src=a.js></script>', () => "'$&'")).toBe("<script>'$&'</script>")
})

test('lists the files that a page refers to as its assets, each once', () => {
  const html = '<link rel=stylesheet href=a.css><script src="b.js"></script><script src="./b.js"></script>'
  expect(assetsOf(html)).toEqual(['a.css', 'b.js'])
})
