import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { startTestDns, type TestDns, zoneOf } from '../support/dns.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

type Domain = { id: string; name: string }

// A public resolver, and a secondary server.
let publicDns: TestDns
let copy: TestDns
let portal: TestPortal
beforeAll(async () => {
  publicDns = await startTestDns([])
  copy = await startTestDns([])
  portal = await startPortal({
    env: {
      DNS_PORT: String(freePort()),
      DNS_RESOLVERS: `127.0.0.1:${publicDns.port}`,
      DNS_SECONDARIES: `127.0.0.1#${copy.port}`,
    },
  })
})
afterAll(async () => {
  await portal.stop()
  for (const dns of [publicDns, copy]) dns.close()
})

let count = 0

async function makeDomain(): Promise<{ person: Person; domain: Domain }> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person, undefined, 'Premium'))
  count += 1
  return { person, domain: await person.call('/api/domains/register', { name: `gongs-${count}` }) }
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'a provider’s records are previewed, added and removed again: $viewport, $colourScheme',
  async (look) => {
    const { person, domain } = await makeDomain()
    const { page, context, trace } = await portal.open(person, look)
    const shoot = (what: string) => screenshot(page, `domains-${what}-${look.viewport}-${look.colourScheme}`)
    await rememberToasts(context)
    await visit(page, `/domains?domain=${domain.id}`)
    await press(page, 'Actions for DNS records')
    await press(page, 'Add for a provider…')
    await dialog(page).getByLabel('DKIM record (optional)').fill('not a key')
    await inDialog(page, 'Preview changes').click()
    await dialog(page).getByText('Paste the whole text of the record, which begins with v=DKIM1.').waitFor()
    await dialog(page).getByLabel('DKIM record (optional)').fill('v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG')
    await inDialog(page, 'Preview changes').click()
    await dialog(page).getByText('Adds 3, removes 0').waitFor()
    await dialog(page).getByText(`google._domainkey.${domain.name}`).first().waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('preset-mail')

    await dialog(page).getByLabel('Provider', { exact: true }).selectOption('vercel')
    await inDialog(page, 'Preview changes').click()
    await dialog(page).getByText('Adds 2, removes 2').waitFor()
    await dialog(page).getByText('Removed records conflict with the new ones.').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('preset-site')
    await inDialog(page, 'Add Records').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText('cname.vercel-dns-0.com').waitFor()
    await expectSoon(
      () => seenToasts(page),
      expect.arrayContaining([expect.stringContaining('Records added')]),
    )
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('cname.vercel-dns-0.com').waitFor({ state: 'detached' })
    expectQuiet(trace)
    await context.close()
  },
)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'answers of our servers and of a resolver are shown side by side and checked again: $viewport, $colourScheme',
  async (look) => {
    const { person, domain } = await makeDomain()
    publicDns.zones.set(
      zoneOf(domain.name, ['@ NS ns1.outside.example', '@ A 192.0.2.9', '@ MX 5 a.example']),
    )
    const { page, context, trace } = await portal.open(person, look)
    await visit(page, `/domains?domain=${domain.id}`)
    await press(page, 'Check propagation')
    await page.getByText('uses other name servers').waitFor()
    await page.getByText('192.0.2.9').waitFor()
    await page.getByText('Differs').first().waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await screenshot(page, `domains-seen-by-${look.viewport}-${look.colourScheme}`)
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])

    const records = ['@ NS ns1.localhost', '@ A 127.0.0.1', 'www A 127.0.0.1']
    publicDns.zones.set(zoneOf(domain.name, records))
    // Answers are cached for some seconds.
    await until(async () => {
      await page.getByRole('button', { name: 'Check again', exact: true }).last().click()
      return !(await page.getByText('Differs').first().isVisible())
    })
    await page.getByText('Matches').first().waitFor()
    await page.getByText('uses other name servers').waitFor({ state: 'detached' })
    expectQuiet(trace)
    await context.close()
  },
)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
  'an administrator sees the domains and zones of all customers: $viewport, $colourScheme',
  async (look) => {
    const { person, domain } = await makeDomain()
    const pending = `lutes-${count}.example`
    await person.call('/api/domains/connect', { name: pending })
    publicDns.zones.set(zoneOf(pending, ['@ A 192.0.2.9']))
    const { page, context, trace } = await portal.open(portal.admin, look)
    const shoot = (what: string) => screenshot(page, `desk-${what}-${look.viewport}-${look.colourScheme}`)
    await rememberToasts(context)
    await visit(page, `/admin/domains?q=${person.email}`)
    await page.getByText(domain.name).first().waitFor()
    await page.getByRole('link', { name: 'pending', exact: true }).click()
    await page.getByText(domain.name).first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Check again: ${pending}` }).click()
    await until(async () => (await seenToasts(page)).some((text) => text.includes('Checking')))
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('domains')
    await page.getByText(/^TXT record not found yet\./).waitFor()

    await visit(page, `/admin/zones?q=${domain.name}`)
    await page.getByText('In sync').waitFor()
    await page.getByRole('button', { name: `Ask now: the secondaries of ${domain.name}` }).click()
    await page.getByText(`127.0.0.1:${copy.port}: no answer`).waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('zones')
    await page.getByRole('link', { name: 'Asha Rao' }).click()
    await page.getByRole('article', { name: 'Asha Rao' }).waitFor()
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
    expectQuiet(trace)
    await context.close()
  },
)
