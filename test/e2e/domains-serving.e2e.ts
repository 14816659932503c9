import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, launchBrowser, screenshot } from '../support/browser.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

type Domain = { id: string; name: string; ssl: boolean; www: string; httpsRedirect: boolean; hsts: boolean }

const tlsPort = freePort()
let portal: TestPortal
let plainPort: number
beforeAll(async () => {
  // A proxy before the sites would have to say what its visitors speak.
  const env = { SITES_TLS_PORT: String(tlsPort), TRUSTED_PROXIES: '' }
  portal = await startPortal({ env })
  plainPort = Number(new URL(portal.server.sitesUrl ?? '').port)
})
afterAll(() => portal.stop())

let count = 0
async function makeDomain(): Promise<{ person: Person; domain: Domain }> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  count += 1
  return { person, domain: await person.call('/api/domains/register', { name: `chimes-${count}` }) }
}
const domainOf = async (person: Person) => (await person.call<Domain[]>('/api/domains'))[0]

const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const isGone = (page: Page) => dialog(page).waitFor({ state: 'detached' })

/** What the gateway says to a plain request: its status, and where it redirects. */
async function ask(host: string): Promise<[status: number, location: string | null]> {
  const headers = { host: `${host}:${plainPort}` }
  const answer = await fetch(portal.server.sitesUrl ?? '', { headers, redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}
const leadsTo = (host: string, location: string | null) =>
  until(async () => {
    const [status, found] = await ask(host)
    return found === location && (location !== null || status === 200)
  })

/** Scrolled down, a control can be below the bars of a phone, where axe finds no room for a finger. */
async function look(page: Page) {
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
}

test.each(['phone', 'desktop'] as const)(
  'how a domain is served is switched with its warnings, and the gateway follows: %s',
  async (viewport) => {
    const { person, domain } = await makeDomain()
    const { id, name } = domain
    const { page, context, trace } = await portal.open(person, { viewport })
    await rememberToasts(context)
    await leadsTo(name, null)
    await visit(page, `/domains?domain=${id}&tab=ssl`)
    const hsts = page.getByRole('switch', { name: 'HSTS' })
    await page.getByText('Browsers learn of HSTS over https alone: enable SSL first.').waitFor()
    expect(await hsts.isDisabled()).toBe(true)
    await look(page)

    await page.getByRole('button', { name: 'Enable SSL' }).click()
    await page.getByText('Tell browsers to use https alone for 180 days after each visit.').waitFor()
    await leadsTo(name, `https://${name}:${tlsPort}/`)
    const redirect = page.getByRole('switch', { name: 'Redirect to https' })
    await redirect.click()
    await page.getByText('Switch the redirect to https on first.').waitFor()
    await leadsTo(name, null)
    await until(() => redirect.isEnabled())
    await redirect.click()
    await leadsTo(name, `https://${name}:${tlsPort}/`)

    await until(() => hsts.isEnabled())
    await hsts.click()
    await dialog(page)
      .getByText(/will use nothing else for 180 days/)
      .waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-hsts-${viewport}`)
    await inDialog(page, 'Cancel').click()
    await isGone(page)
    expect(await hsts.isChecked()).toBe(false)
    await hsts.click()
    await inDialog(page, 'Switch on').click()
    await isGone(page)
    await page.getByText('HSTS is on, and needs this: switch HSTS off first.').waitFor()
    expect(await domainOf(person)).toMatchObject({ hsts: true, httpsRedirect: true })
    await look(page)

    await page.getByRole('button', { name: 'Disable SSL' }).click()
    await dialog(page).getByText('Disable SSL while HSTS is on?').waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Disable SSL').click()
    await isGone(page)
    await page.getByText('Browsers learn of HSTS over https alone: enable SSL first.').waitFor()
    expect(await domainOf(person)).toMatchObject({ ssl: false, hsts: false })

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText(`${name} and www.${name} both show the site.`).waitFor()
    await page.getByRole('combobox', { name: 'With or without www' }).selectOption('To www')
    await page.getByText(`Visitors of ${name} are sent to www.${name}.`).first().waitFor()
    await leadsTo(name, `http://www.${name}:${plainPort}/`)
    await leadsTo(`www.${name}`, null)
    expect(await seenToasts(page)).toContainEqual(expect.stringContaining('Settings updated'))
    await look(page)
    await screenshot(page, `domains-www-${viewport}`)
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
    expectQuiet(trace)
    await context.close()
  },
)

test('a subdomain redirects to another site until it is deleted, and again when that is undone', async () => {
  const { person, domain } = await makeDomain()
  const { id, name } = domain
  const target = 'https://www.example.net/shop?from=here'
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, `/domains?domain=${id}&tab=subdomains`)
  await page.getByRole('button', { name: 'Add Subdomain' }).click()
  await dialog(page).getByLabel('Name').fill('shop')
  await dialog(page).getByLabel('Leads to').selectOption('redirect')
  await dialog(page).getByLabel('Address').fill(`http://shop.${name}/elsewhere`)
  await dialog(page).getByLabel('Redirect', { exact: true }).selectOption('308')
  await inDialog(page, 'Add Subdomain').click()
  await dialog(page).getByText(`shop.${name} cannot be redirected to itself`).waitFor()
  await expectNoAxeViolations(page)
  await dialog(page).getByLabel('Address').fill(target)
  await inDialog(page, 'Add Subdomain').click()
  await isGone(page)
  await page.getByText('Redirect for good (308)').waitFor()
  await leadsTo(`shop.${name}`, target)
  expect((await ask(`shop.${name}`))[0]).toBe(308)
  await look(page)
  await screenshot(page, 'domains-redirect-phone')

  await page.getByRole('button', { name: `Delete shop.${name}` }).click()
  await dialog(page).getByText(`shop.${name} stops redirecting to ${target}`).waitFor()
  await inDialog(page, 'Delete').click()
  await isGone(page)
  await until(async () => (await ask(`shop.${name}`))[0] === 404)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await leadsTo(`shop.${name}`, target)
  expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
  expectQuiet(trace)
  await context.close()
})

/** The hash by which Chromium is told to take the key of a host's certificate for trusted; null without a certificate. */
async function keyHashOf(host: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>()
  const to = { host: '127.0.0.1', port: tlsPort, servername: host, rejectUnauthorized: false }
  const socket = connect(to, () => {
    resolve(socket.getPeerCertificate().raw)
    socket.destroy()
  })
  socket.on('error', () => resolve(null))
  const raw = await promise
  const key = raw && new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  return key && createHash('sha256').update(key).digest('base64')
}

test('a browser keeps to https by itself while HSTS is on, and asks over http again once that is taken back', async () => {
  const { person, domain } = await makeDomain()
  const { id, name } = domain
  const set = (json: object) => person.call(`/api/domains/${id}/serving`, json, 'PUT')
  await person.call(`/api/domains/${id}/ssl`, { enable: true })
  await until(async () => (await domainOf(person))?.ssl)
  await set({ hsts: true })
  const hash = await until(() => keyHashOf(name))
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP *:80 127.0.0.1:${plainPort},MAP *:443 127.0.0.1:${tlsPort}`,
    `--ignore-certificate-errors-spki-list=${hash}`,
  ])
  const page = await browser.newPage()
  /** The status of the redirect to https: 308 is the gateway's, 307 the browser's own. */
  const statusOfRedirect = async () => {
    const answer = await page.goto(`http://${name}/`)
    expect(page.url()).toBe(`https://${name}/`)
    return (await answer?.request().redirectedFrom()?.response())?.status()
  }
  await leadsTo(name, `https://${name}:${tlsPort}/`)
  await until(async () => (await statusOfRedirect()) === 307)
  await set({ hsts: false })
  await until(async () => (await statusOfRedirect()) === 308)
  await browser.close()
})
