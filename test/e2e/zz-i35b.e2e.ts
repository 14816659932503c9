import { afterAll, beforeAll, test } from 'bun:test'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { findAxeViolations } from '../support/axe.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
const out = '/tmp/35/i35-b/shots'
const pdf = '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>>>>>endobj\n4 0 obj<</Length 44>>stream\nBT /F1 24 Tf 50 80 Td (Hello PDF) Tj ET\nendstream endobj\nxref\n0 5\ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF'

test('shots', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  const html = '<!doctype html>\n<html lang="en">\n<head>\n  <title>Asha’s shop</title>\n  <link rel="stylesheet" href="css/site.css">\n</head>\n<body>\n  <h1>Cotton towels</h1>\n  <p>Woven in Erode.</p>\n</body>\n</html>\n'
  for (const [n, t] of [['index.html', html], ['about.html', html], ['notes.txt', 'words'], ['manual.pdf', pdf], ['latin.txt', ''], ['.htaccess', 'Options -Indexes'], ['site.zip', 'zzz'], ['a-very-long-name-of-a-photo-from-the-last-summer-in-ooty.jpg', 'x']] as const)
    await portal.upload(person, order, n, t)
  const up = async (serviceId: string, path: string, name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append('serviceId', serviceId)
    body.append('path', path)
    body.append('file', new File([bytes], name))
    await fetch(`${portal.url}/api/files?conflict=replace`, { method: 'POST', body, headers: { cookie: person.cookie } })
  }
  await up(order.serviceId, 'css', 'site.css', 'body { color: #333 }\n')
  await up(order.serviceId, '', 'latin.txt', new Uint8Array([0x63, 0xe9]))
  const order2 = await portal.order(person)
  await portal.activate(person, order2)
  await up(order2.serviceId, '', 'index.html', html)
  await up(order2.serviceId, '', 'style.css', html)
  const ids = Object.fromEntries((await person.call<{ id: string; fileName: string; serviceId: string }[]>('/api/files')).filter(f => f.serviceId === order.serviceId).map((f) => [f.fileName, f.id]))
  const site = `/server-management/${order.serviceId}/files`
  const list: [string, string][] = [
    ['root', '/files'], ['list', '/files?view=list'], ['one', `/files?service=${order.serviceId}`], ['site', site], ['sitelist', `${site}?view=list`],
    ['folder', `${site}?path=css`], ['edit', `${site}?open=${ids['index.html']}`], ['editroot', `/files?service=${order.serviceId}&path=css&open=${ids['site.css']}`],
    ['pdf', `${site}?open=${ids['manual.pdf']}`], ['latin', `${site}?open=${ids['latin.txt']}`], ['zip', `${site}?open=${ids['site.zip']}`],
    ['trash', `${site}?show=trash`], ['shares', `${site}?show=shares`],
  ]
  const wanted = (process.env.SHOTS ?? '').split(',').filter(Boolean)
  for (const [viewport, colourScheme] of [['desktop', 'light'], ['phone', 'dark'], ['desktop', 'dark'], ['phone', 'light']] as const) {
    if (!wanted.length && (viewport === 'desktop') !== (colourScheme === 'light')) continue
    const { page, context, trace } = await portal.open(person, { viewport, colourScheme })
    for (const [name, path] of list) {
      if (wanted.length && !wanted.includes(name)) continue
      await visit(page, '/dashboard')
      await page.evaluate(() => localStorage.removeItem('files-site'))
      await visit(page, path)
      await page.waitForTimeout(name === 'pdf' ? 3000 : 1200)
      await page.screenshot({ path: `${out}/${name}-${viewport}-${colourScheme}.png` })
      const axe = await findAxeViolations(page)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (axe.length || over > 0) console.log(name, viewport, colourScheme, 'overflow', over, axe)
    }
    await visit(page, site)
    await page.evaluate(() => localStorage.removeItem('files-site'))
    const list2 = page.getByRole('list', { name: 'Files' })
    await list2.getByRole('button', { name: 'index.html', exact: true }).click()
    await list2.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${out}/selected-${viewport}-${colourScheme}.png` })
    await page.getByRole('button', { name: 'Actions for notes.txt' }).click()
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${out}/menu-${viewport}-${colourScheme}.png` })
    await page.keyboard.press('Escape')
    console.log(trace.consoleErrors, trace.cspReports, trace.failures)
    await context.close()
  }
}, 600_000)
