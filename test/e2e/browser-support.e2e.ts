import { afterAll, expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectNeverSent, expectQuiet, launchBrowser, newPage } from '../support/browser.ts'

const policy = "default-src 'self'; img-src data:; script-src 'self'"

const pages: Record<string, string> = {
  '/good': '<main><h1>Good</h1></main>',
  '/no-alternative': '<main><h1>Picture</h1><img src="data:,"></main>',
  '/inline-script': '<main><h1>Script</h1><script>document.title = "x"</script></main>',
  '/broken': '<main><h1>Broken</h1><script src="/missing.js"></script></main>',
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const body = pages[new URL(request.url).pathname]
    if (body === undefined) return new Response('broken', { status: 500 })
    const html = `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,">${body}</html>`
    return new Response(html, {
      headers: { 'content-type': 'text/html', 'content-security-policy': policy },
    })
  },
})
const browser = await launchBrowser()
afterAll(() => Promise.all([browser.close(), server.stop(true)]))

const open = async (path: string) => {
  const opened = await newPage(browser, { viewport: 'phone', baseUrl: server.url.href })
  await opened.page.goto(path)
  return opened
}

test('a page without faults passes every check', async () => {
  const { page, context, trace } = await open('/good')
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  expectNeverSent(trace, '4111 1111 1111 1111')
  await context.close()
})

test('axe finds an image without alternative text', async () => {
  const { page, context } = await open('/no-alternative')
  await expect(expectNoAxeViolations(page)).rejects.toThrow('image-alt')
  await context.close()
})

test.each(['/inline-script', '/broken'])('the trace of %s reports its faults', async (path) => {
  const { context, trace } = await open(path)
  expect(() => expectQuiet(trace)).toThrow()
  expect(trace.cspReports.length > 0).toBe(path === '/inline-script')
  await context.close()
})

test('a secret in a request is found', async () => {
  const { page, context, trace } = await open('/good')
  await page.evaluate(() => fetch('/good', { method: 'POST', body: JSON.stringify({ card: '4111 1111' }) }))
  expect(() => expectNeverSent(trace, '4111 1111')).toThrow('POST')
  await context.close()
})
