import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { bothWidths, expectQuiet, screenshot } from '../support/browser.ts'
import { ask, overUdp } from '../support/dns.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

type Domain = { id: string; name: string; autoRenew: boolean; privacy: boolean; transferLock: boolean }
type DnsRecord = { id: string; type: string; name: string; value: string }

const dnsPort = freePort()
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ env: { DNS_PORT: String(dnsPort) } })
})
afterAll(() => portal.stop())

let count = 0

/** Somebody with an active service, and so with room for a domain. */
async function makeOwner(): Promise<Person> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  return person
}

async function makeDomain(person: Person): Promise<Domain> {
  count += 1
  return person.call('/api/domains/register', { name: `bells-${count}` })
}

const txt = 16
const a = 1

/** Whether the name server answers a question with these bytes. */
async function isAnswered(name: string, type: number, data: string | readonly number[]): Promise<boolean> {
  const [reply] = await overUdp(dnsPort, [ask(name, type)])
  return reply?.includes(Buffer.from(data as string)) ?? false
}

const dialog = (page: Page) => page.getByRole('dialog')

/** Axe on the page from its top: a button that a phone's bars half cover has no room for a finger. */
async function expectAccessibleFromTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const isGone = (page: Page) => dialog(page).waitFor({ state: 'detached' })

/** What can be done to a record lies behind a ⋯ where there is little room. */
async function act(page: Page, verb: string, record: string): Promise<void> {
  const button = page.getByRole('button', { name: `${verb} ${record}` })
  const more = page.getByRole('button', { name: `Actions for ${record}` })
  if (await more.isVisible()) await more.click()
  await button.click()
}

async function addText(page: Page, name: string, text: string): Promise<void> {
  await press(page, 'Add Record')
  await dialog(page).getByLabel('Type').selectOption('TXT')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog(page).getByRole('textbox', { name: 'Text', exact: true }).fill(text)
}

test.each(bothWidths)(
  'a domain is registered, gets a record that the name server answers, and takes it back: $viewport, $colourScheme',
  async (look) => {
    const person = await makeOwner()
    const { page, context, trace } = await portal.open(person, look)
    const shoot = (what: string) => screenshot(page, `domains-${what}-${look.viewport}-${look.colourScheme}`)
    await rememberToasts(context)
    await visit(page, '/domains')
    await page.getByText('No domains yet. Register your first domain!').waitFor()
    await page.getByText('Register and manage your digital identity with DNS and SSL control').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('none')

    count += 1
    const name = `temple-${count}`
    await press(page, 'Register Domain')
    expect(await inDialog(page, 'Register').isDisabled()).toBe(true)
    await dialog(page).getByLabel('Domain name').fill(name)
    await dialog(page).getByLabel('Ending').selectOption('org')
    await dialog(page).getByText(`${name}.org`).waitFor()
    await dialog(page).getByText('₹999 per year').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('register')
    await inDialog(page, 'Register').click()
    await page.getByRole('heading', { level: 2, name: `${name}.org` }).waitFor()
    expect(await seenToasts(page)).toContainEqual(expect.stringContaining('Domain registration initiated'))
    expect(await page.locator('.domain-summary').textContent()).toBe(
      'StatusACTIVESSL CertificateNoneAuto RenewalON',
    )
    await until(() => isAnswered(`www.${name}.org`, a, [127, 0, 0, 1]))

    await addText(page, 'hello', 'from the screen')
    await dialog(page).getByText(`hello.${name}.org will have one text.`).waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('record')
    await inDialog(page, 'Add Record').click()
    await isGone(page)
    await page.getByText('from the screen').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('records')
    await until(() => isAnswered(`hello.${name}.org`, txt, 'from the screen'))

    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('from the screen').waitFor({ state: 'detached' })
    await until(async () => !(await isAnswered(`hello.${name}.org`, txt, 'from the screen')))
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
    expectQuiet(trace)
    await context.close()
  },
)

const viewportNames = ['phone', 'desktop'] as const

test.each(viewportNames)(
  'a record is changed and deleted with its effect said first, and the history takes both back: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}`)
    const www = `A www.${name}`
    const records = () => person.call<DnsRecord[]>(`/api/domains/${id}/dns`)
    const addressOf = async () => (await records()).find((each) => each.name === 'www')?.value
    await act(page, 'Edit', www)
    await dialog(page).getByLabel('IPv4 address').fill('192.0.2')
    await inDialog(page, 'Save Record').click()
    await dialog(page).getByText('Enter an IPv4 address, such as 192.0.2.1.').waitFor()
    await expectAccessibleFromTop(page)
    await dialog(page).getByLabel('IPv4 address').fill('192.0.2.7')
    await dialog(page).getByText(`www.${name} will lead to 192.0.2.7.`).waitFor()
    await inDialog(page, 'Save Record').click()
    await isGone(page)
    expect(await addressOf()).toBe('192.0.2.7')

    await act(page, 'Delete', www)
    await dialog(page).getByText(`www.${name} stops working.`).waitFor()
    await expectAccessibleFromTop(page)
    await inDialog(page, 'Delete').click()
    await isGone(page)
    expect(await addressOf()).toBeUndefined()

    await press(page, 'History')
    await dialog(page)
      .getByRole('button', { name: `Undo: Deleted ${www}` })
      .click()
    await dialog(page).getByText(`Undone: Deleted ${www}`).waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'))
    expect(await addressOf()).toBe('192.0.2.7')
    await expectAccessibleFromTop(page)
    await screenshot(page, `domains-history-${viewport}`)
    expectQuiet(trace)
    await context.close()
  },
)

test('a record is added by the keyboard alone, and the focus returns to where it began', async () => {
  const person = await makeOwner()
  const { id } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await visit(page, `/domains?domain=${id}`)
  await page.getByRole('button', { name: 'Add Record', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'name')
  await page.keyboard.type('keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type('192.0.2.44')
  await page.keyboard.press('Enter')
  await isGone(page)
  await page.getByText('192.0.2.44').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Add Record')
  expectQuiet(trace)
  await context.close()
})

test('a record that cannot stand in the zone is refused in the dialog, before anything is saved', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context } = await portal.open(person)
  await visit(page, `/domains?domain=${id}`)
  await press(page, 'Add Record')
  await dialog(page).getByLabel('Type').selectOption('CNAME')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('www')
  await dialog(page).getByRole('textbox', { name: 'Another name for' }).fill('www.example.net')
  await dialog(page)
    .getByText(`A CNAME at www.${name} stands beside no other record. Delete the CNAME or the others first.`)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)
  await context.close()
})

test.each(viewportNames)(
  'a zone file is exported, mended, previewed and imported, and the import undone: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${name}.zone`)
    const file = await Bun.file(await download.path()).text()
    expect(file).toContain('www 3600 IN A 127.0.0.1')

    await press(page, 'Import…')
    const field = dialog(page).getByRole('textbox', { name: 'Zone file' })
    await field.fill(`${file}blog 300 IN A 192.0.2.300\n`)
    await press(page, 'Preview changes')
    await dialog(page)
      .getByText(/^Line \d+: /)
      .waitFor()
    expect(await inDialog(page, 'Apply').isDisabled()).toBe(true)
    await expectNoAxeViolations(page)
    const mended = `${file}blog 300 IN A 192.0.2.30\n`
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'zone', mimeType: 'text/plain', buffer: Buffer.from(mended) })
    await until(async () => (await field.inputValue()) === mended)
    await press(page, 'Preview changes')
    await dialog(page).getByText('Adds 1, removes 0').waitFor()
    await screenshot(page, `domains-import-${viewport}`)
    await inDialog(page, 'Apply').click()
    await isGone(page)
    await page.getByText('192.0.2.30').waitFor()
    await until(() => isAnswered(`blog.${name}`, a, [192, 0, 2, 30]))
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('192.0.2.30').waitFor({ state: 'detached' })
    expectQuiet(trace, [/ERR_ABORTED/])
    await context.close()
  },
)

test.each(viewportNames)(
  'subdomains are added to a service and to an address, and deleted: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}&tab=subdomains`)
    const row = (subdomain: string) => page.getByRole('row').filter({ hasText: `${subdomain}.${name}` })
    expect(await row('www').textContent()).toContain('Active')
    expect(await row('api').textContent()).toContain('Active')
    expect(await row('mail').textContent()).toContain('Inactive')
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-subdomains-${viewport}`)

    await press(page, 'Add Subdomain')
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('shop')
    await expectNoAxeViolations(page)
    await inDialog(page, 'Add Subdomain').click()
    await isGone(page)
    await row('shop').waitFor()
    await until(() => isAnswered(`shop.${name}`, a, [127, 0, 0, 1]))
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await row('shop').waitFor({ state: 'detached' })
    await press(page, 'Add Subdomain')
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('blog')
    await dialog(page).getByLabel('Leads to').selectOption('address')
    await dialog(page).getByRole('textbox', { name: 'Address', exact: true }).fill('192.0.2.8')
    await inDialog(page, 'Add Subdomain').click()
    await isGone(page)
    await row('blog').getByText('192.0.2.8').waitFor()
    await press(page, `Delete blog.${name}`)
    await inDialog(page, 'Delete').click()
    await row('blog').waitFor({ state: 'detached' })
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await row('blog').waitFor()
    expectQuiet(trace)
    await context.close()
  },
)

test.each(viewportNames)(
  'settings are switched at once, and the code of a transfer is shown when nothing stands against it: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}&tab=settings`)
    const [stored] = await person.call<Domain[]>('/api/domains')
    expect([stored?.autoRenew, stored?.privacy, stored?.transferLock]).toEqual([true, true, true])
    await press(page, 'Transfer Domain')
    await press(page, 'Get the transfer code')
    await dialog(page).getByText('The transfer lock is on.').waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Close').click()
    await isGone(page)
    await page.getByRole('switch', { name: 'Auto-renewal' }).click()
    await page.locator('.domain-summary').getByText('OFF').waitFor()
    await page.getByRole('switch', { name: 'Transfer lock' }).click()
    await until(async () => (await person.call<Domain[]>('/api/domains'))[0]?.transferLock === false)
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-settings-${viewport}`)
    await press(page, 'Transfer Domain')
    await press(page, 'Get the transfer code')
    await dialog(page).getByRole('button', { name: 'Copy transfer code' }).waitFor()
    // Below the bars of a phone's screen a tab has no room for a finger.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-transfer-${viewport}`)
    expectQuiet(trace)
    await context.close()
  },
)

test('the address holds the domain and its tab, arrow keys change it, and somebody else’s domain opens nothing', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const stranger = await makeDomain(await makeOwner())
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/domains')
  await page.getByText('Select a Domain').waitFor()
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.waitForURL(`**/domains?domain=${id}`)
  await page.getByRole('tab', { name: 'DNS Records' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/domains?domain=${id}&tab=ssl`)
  await page.keyboard.press('End')
  await page.getByRole('switch', { name: 'Privacy protection' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true')
  await page.goBack()
  await page.getByText('Select a Domain').waitFor()
  await visit(page, `/domains?domain=${stranger.id}&tab=junk`)
  await page.waitForURL(`**/domains?domain=${stranger.id}`)
  await page.getByText('Select a Domain').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('on a phone the list gives way to the domain, and 500 records are filtered and turned page by page', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const lines = Array.from({ length: 490 }, (_, number) => `host-${number} 300 IN A 192.0.2.1`)
  await person.call(`/api/domains/${id}/dns/import`, { zoneFile: lines.join('\n'), apply: true })
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/domains')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByText('Page 1 of 20 · 490 records').waitFor()
  expect(await page.getByRole('heading', { name: 'Your Domains' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText('Page 2 of 20 · 490 records').waitFor()
  await page.getByRole('searchbox', { name: 'Filter records' }).fill('host-489')
  await page.getByText('host-488').waitFor({ state: 'detached' })
  await page.waitForURL(`**/domains?domain=${id}&find=host-489`)
  expect(await page.getByRole('row').count()).toBe(1)
  // What the page's header covers is not in sight.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  await page.getByRole('searchbox', { name: 'Filter records' }).fill('nothing')
  await page.getByText('No record matches “nothing”').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await page.getByText('Page 1 of 20 · 490 records').waitFor()
  await page.getByRole('link', { name: 'All domains' }).click()
  await page.getByRole('heading', { name: 'Your Domains' }).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a value is copied, and a change made elsewhere appears without a reload', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, `/domains?domain=${id}`)
  await press(page, `Copy value of A www.${name}`)
  await page.getByText('Value copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('127.0.0.1')
  await person.call(`/api/domains/${id}/dns`, { type: 'TXT', name: 'elsewhere', value: 'made elsewhere' })
  await page.getByText('made elsewhere').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('the palette registers a domain, and finds one by its name', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/dashboard')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(name)
  await page.getByRole('group', { name: 'Domains' }).getByRole('option').filter({ hasText: name }).click()
  await page.waitForURL(`**/domains?domain=${id}`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('register a domain')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Domain name').waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)
  await page.waitForURL(`**/domains?domain=${id}`)
  expectQuiet(trace)
  await context.close()
})

test('Back closes the palette or a dialog, and leaves the page only when none is open', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/domains')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.waitForURL(`**/domains?domain=${id}`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').waitFor()
  await page.goBack()
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await page.waitForURL(`**/domains?domain=${id}`)
  await press(page, 'Add Record')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.goBack()
  await isGone(page)
  await page.waitForURL(`**/domains?domain=${id}`)
  await page.getByRole('heading', { level: 2, name }).waitFor()
  await page.goBack()
  await page.waitForURL('**/domains')
  expectQuiet(trace)
  await context.close()
})

test('the page is complete without a script', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context } = await portal.open(person, { javaScript: false })
  await page.goto(`/domains?domain=${id}`)
  await page.getByRole('heading', { level: 2, name }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'www' }).textContent()).toContain('127.0.0.1')
  await page.getByRole('tab', { name: 'Subdomains' }).click()
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: `mail.${name}` })
      .textContent(),
  ).toContain('Inactive')
  await context.close()
})

test('records that cannot be loaded say why, and are loaded again on request', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await visit(page, `/domains?domain=${id}&tab=ssl`)
  const refusal = { message: 'The portal is being moved.', code: 'BUSY', requestId: 'r-1' }
  // It may be asked together with others, whichever comes first.
  const asked = '**/api/trpc/*domains.dns.list*'
  await page.route(asked, (route) => route.fulfill({ status: 503, json: refusal }))
  await page.getByRole('tab', { name: 'DNS Records' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'The DNS records could not be loaded' })
  await failure.getByText('The portal is being moved.').waitFor()
  await failure.getByText('Request r-1').waitFor()
  await expectNoAxeViolations(page)
  await page.unroute(asked)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: `Copy value of A www.${name}` }).waitFor()
  expectQuiet(trace, [/503/])
  await context.close()
})

test.each(viewportNames)(
  'a certificate is ordered and given up, and the answers are signed: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await rememberToasts(context)
    await visit(page, `/domains?domain=${id}&tab=ssl`)
    await page.getByText(`${name} has no certificate yet.`).waitFor()
    await press(page, 'Enable SSL')
    await page.getByRole('heading', { name: 'This certificate' }).waitFor()
    expect(await seenToasts(page)).toContainEqual(expect.stringContaining('SSL certificate updated'))
    await page.getByText(`${name}, www.${name}`).waitFor()
    await page.locator('.domain-summary').getByText('Active', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the CA' }).click(),
    ])
    expect(await Bun.file(await download.path()).text()).toContain('BEGIN CERTIFICATE')

    await press(page, 'Enable DNSSEC')
    await page.getByText(new RegExp(`${name}\\. .*IN DS \\d+ 13 2 `)).waitFor()
    // Below the bars of a phone's screen a button has no room for a finger.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-ssl-${viewport}`)
    await press(page, 'Disable DNSSEC')
    await inDialog(page, 'Disable').click()
    // No resolver can say here whether the registrar still has the record.
    await dialog(page).getByRole('alert').waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Disable anyway').click()
    await isGone(page)
    await page.getByRole('button', { name: 'Enable DNSSEC' }).waitFor()

    await press(page, 'Disable SSL')
    await inDialog(page, 'Disable SSL').click()
    await page.getByText(`${name} has no certificate yet.`).waitFor()
    await page.locator('.domain-summary').getByText('None', { exact: true }).waitFor()
    expectQuiet(trace, [/409/, /ERR_ABORTED/])
    await context.close()
  },
)
