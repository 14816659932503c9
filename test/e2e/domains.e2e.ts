import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot, widthsOf } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import {
  a,
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

type DnsRecord = { id: string; type: string; name: string; value: string }

const txt = 16

/** Axe on the page scrolled to its top: on a phone, a button half covered by a bar counts as too small. */
async function expectAccessibleFromTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
}

/** On small screens a record’s actions are in a ⋯ menu. */
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

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a domain is registered, gets a record that the name server answers, and the record is undone: $viewport, $colourScheme',
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

    const name = `temple-${look.viewport}`
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
    await expectSoon(
      () => seenToasts(page),
      expect.arrayContaining([expect.stringContaining('Domain registration initiated')]),
    )
    expect(await page.locator('.domain-summary').textContent()).toBe(
      'StatusACTIVESSL CertificateNoneAuto RenewalON',
    )
    await until(() => isAnswered(`www.${name}.org`, a, [127, 0, 0, 1]))

    await addText(page, 'hello', 'from the screen')
    await dialog(page).getByText(`hello.${name}.org will have one TXT record.`).waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('record')
    await inDialog(page, 'Add Record').click()
    await isGone(page)
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    // A toast stays while it has focus.
    await undo.focus()
    await page.getByText('from the screen').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('records')
    await until(() => isAnswered(`hello.${name}.org`, txt, 'from the screen'))

    await undo.click()
    await page.getByText('from the screen').waitFor({ state: 'detached' })
    await until(async () => !(await isAnswered(`hello.${name}.org`, txt, 'from the screen')))
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
    expectQuiet(trace)
    await context.close()
  },
)

test.each(widthsOf('desktop'))(
  'changing and deleting a record previews the effect, and the history undoes both: %s',
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
    await dialog(page).getByText(`www.${name} will point to 192.0.2.7.`).waitFor()
    await inDialog(page, 'Save Record').click()
    await isGone(page)
    expect(await addressOf()).toBe('192.0.2.7')

    await act(page, 'Delete', www)
    await dialog(page).getByText(`www.${name} stops working.`).waitFor()
    await expectAccessibleFromTop(page)
    await inDialog(page, 'Delete').click()
    await isGone(page)
    expect(await addressOf()).toBeUndefined()

    await more(page, 'History')
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

test.each(widthsOf('phone'))(
  'subdomains are added for a service and for an address, and deleted: %s',
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
    await dialog(page).getByLabel('Points to').selectOption('address')
    await dialog(page).getByRole('textbox', { name: 'IP address', exact: true }).fill('192.0.2.8')
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

test.each(widthsOf('desktop'))(
  'a certificate is ordered and given up, and DNSSEC is enabled and disabled: %s',
  async (viewport) => {
    const person = await makeOwner()
    const { id, name } = await makeDomain(person)
    const { page, context, trace } = await portal.open(person, { viewport })
    await rememberToasts(context)
    await visit(page, `/domains?domain=${id}&tab=ssl`)
    await page.getByText(`HTTPS is off for ${name}.`).waitFor()
    await press(page, 'Enable SSL')
    await page.getByText('(not trusted by browsers)').waitFor()
    await expectSoon(
      () => seenToasts(page),
      expect.arrayContaining([expect.stringContaining('SSL certificate updated')]),
    )
    await page.getByText(`${name}, www.${name}`).waitFor()
    await page.locator('.domain-summary').getByText('Active', { exact: true }).waitFor()
    await page.locator('.domain-summary').getByText('Test certificate').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the CA' }).click(),
    ])
    expect(await Bun.file(await download.path()).text()).toContain('BEGIN CERTIFICATE')

    await page.getByText('HSTS and DNSSEC').click()
    await press(page, 'Enable DNSSEC')
    await dialog(page).getByText('takes').first().waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Enable DNSSEC').click()
    await isGone(page)
    await page.getByText(new RegExp(`${name}\\. .*IN DS \\d+ 13 2 `)).waitFor()
    // A button half covered by a phone’s bar counts as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await screenshot(page, `domains-ssl-${viewport}`)
    await press(page, 'Disable DNSSEC')
    await inDialog(page, 'Disable').click()
    // No resolver here can say whether the registrar still has the record.
    await dialog(page).getByRole('alert').waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Disable anyway').click()
    await isGone(page)
    await page.getByRole('button', { name: 'Enable DNSSEC' }).waitFor()

    await press(page, 'Disable SSL')
    await inDialog(page, 'Disable SSL').click()
    await page.getByText(`HTTPS is off for ${name}.`).waitFor()
    await page.locator('.domain-summary').getByText('None', { exact: true }).waitFor()
    expectQuiet(trace, [/409/, /ERR_ABORTED/])
    await context.close()
  },
)
