import { expect, test } from 'bun:test'
import { readHtml } from './html.ts'

test.each([
  ['<p>One<br>two &amp; &lt;three&gt;</p><style>x</style><div>four</div>', 'One\ntwo & <three>\nfour'],
  ['<title>T</title><script>s</script><b>H</b>ello<!-- no --><![if !mso]> all', 'Hello all'],
  ['&mdash;&rsquo;&#8377;&#x20B9;&copy&eacute;&NotEqualTilde;', '—’₹₹©é≂̸'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c', 'a b\nc'],
  ['a < b and c > d', 'a < b and c > d'],
])('the text of %j is %j', (html, text) => expect(readHtml(html).text).toBe(text))

test('embedded images are found by their Content-IDs, except in hidden elements', () => {
  const html =
    '<img src=" cid:a%40x"><IMG SRC="CID:b"><noscript><img src="cid:c"></noscript><!-- <img src="cid:d"> -->'
  expect([...readHtml(html).pictures]).toEqual(['a@x', 'b'])
})

test('reading stops at the requested length', () => {
  expect(readHtml('<p>word</p>'.repeat(10_000), 100).text.length).toBeLessThan(1_000)
})
