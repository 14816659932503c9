import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, screenshot } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { until, visit } from '../support/portal.ts'
import {
  a,
  type Domain,
  dialog,
  inDialog,
  isAnswered,
  isGone,
  makeDomain,
  makeOwner,
  more,
  portal,
  prepare,
  press,
} from './domains-steps.ts'

prepare()

test('a record is added with the keyboard alone, and the focus returns to its starting point', async () => {
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

test('a record that is invalid in the zone is refused in the dialog before anything is saved', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context } = await portal.open(person)
  await visit(page, `/domains?domain=${id}`)
  await press(page, 'Add Record')
  await dialog(page).getByLabel('Type').selectOption('CNAME')
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('www')
  await dialog(page).getByRole('textbox', { name: 'Alias for' }).fill('www.example.net')
  await dialog(page)
    .getByText(
      `A CNAME at www.${name} cannot share its name with other records. Delete the CNAME or the others first.`,
    )
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)
  await context.close()
})

test.each(['phone', 'desktop'] as const)(
  'a zone file is exported, corrected, previewed and imported, and the import undone: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Actions for DNS records' })
        .click()
        .then(() => page.getByRole('link', { name: 'Export' }).click()),
    ])
    expect(download.suggestedFilename()).toBe(`${name}.zone`)
    const file = await Bun.file(await download.path()).text()
    expect(file).toContain('www 3600 IN A 127.0.0.1')

    await more(page, 'Import…')
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

test.each(['phone', 'desktop'] as const)(
  'settings are switched immediately, and the transfer code is shown when nothing prevents it: %s',
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
    // A tab half covered by a phone’s bar counts as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-transfer-${viewport}`)
    expectQuiet(trace)
    await context.close()
  },
)

test('the address holds the domain and its tab, arrow keys switch tabs, and another customer’s domain does not open', async () => {
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

test('on a phone the domain replaces the list, and 500 records are filtered and paged', async () => {
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
  await expectSoon(() => page.getByRole('row').count(), 1)
  // Elements behind the page’s header are not visible.
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

test('a value is copied, and a change from another client appears without a reload', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, `/domains?domain=${id}`)
  await press(page, `Copy value of A www.${name}`)
  await page.getByText('Value copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('127.0.0.1')
  await person.call(`/api/domains/${id}/dns`, { type: 'TXT', name: 'elsewhere', value: 'made outside' })
  await page.getByText('made outside').waitFor()
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

test('records that cannot be loaded give the reason, and are loaded again on request', async () => {
  const person = await makeOwner()
  const { id, name } = await makeDomain(person)
  const { page, context, trace } = await portal.open(person)
  await visit(page, `/domains?domain=${id}&tab=ssl`)
  const refusal = { message: 'The portal is being moved.', code: 'BUSY', requestId: 'r-1' }
  // The call may be batched with others, in any order.
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
