import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '#server/http/security.ts'
import { bootScript } from './boot.ts'
import { type DocumentParts, renderDocument } from './document.tsx'
import { escapeJson } from './document-state.ts'

const parts: DocumentParts = {
  title: 'Tom & "Jerry" <script>',
  body: '<main>Hello</main>',
  state: {
    site: { companyName: '</script><script>alert(1)</script>' },
    queries: { queries: [], mutations: [] },
    hydratable: true,
  },
  colorScheme: 'auto',
  start: 'idle',
  assets: {
    entry: '/assets/core-1.js',
    chunks: ['/assets/kit-1.js'],
    css: '/assets/app-1.css',
    liveWorker: '/assets/live-worker-1.js',
    fonts: [],
    inlineCss: 'a{}',
  },
}

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)

describe('the HTML document', () => {
  const html = renderDocument(parts)

  test('has one inline script, whose hash is in the content security policy', () => {
    const scripts = inlineScripts(html)
    expect(scripts).toEqual([bootScript])
    const hash = createHash('sha256').update(bootScript).digest('base64')
    expect(contentSecurityPolicy(scripts[0] ?? '')).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  test('keeps the inline script within 1 KB', () => {
    expect(Buffer.byteLength(bootScript)).toBeLessThanOrEqual(1_024)
  })

  test('cannot be broken out of by its data or its title', () => {
    expect(html).not.toContain('alert(1)</script>')
    expect(html).toContain('<title>Tom &amp; &quot;Jerry&quot; &lt;script&gt;</title>')
    const block = html.match(/<script type="application\/json" id="state">(.*?)<\/script>/)?.[1] ?? ''
    expect(JSON.parse(block)).toEqual(parts.state)
  })

  test('names the script and the style sheet without loading them', () => {
    expect(html).toContain('data-app="/assets/core-1.js"')
    expect(html).toContain('data-start="idle"')
    expect(html).not.toContain('src="/assets/core-1.js"')
  })

  test('starts light until the system preference is known, and dark when the cookie says so', () => {
    expect(html).toContain('data-mantine-color-scheme="light" data-scheme="auto"')
    expect(renderDocument({ ...parts, colorScheme: 'dark' })).toContain('data-mantine-color-scheme="dark"')
  })
})

test('a description cannot close its attribute', () => {
  const html = renderDocument({ ...parts, description: `<&>"'` })
  expect(html).toContain('<meta name="description" content="&lt;&amp;&gt;&quot;&#x27;">')
})

test('escapeJson escapes text without changing its meaning as JSON', () => {
  const value = { a: '</script>\u2028<!--' }
  expect(escapeJson(value)).not.toMatch(/[<>\u2028]/)
  expect(JSON.parse(escapeJson(value))).toEqual(value)
})
