import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { startTestDns, type TestDns, zoneOf } from '../support/dns.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

type Domain = { id: string; name: string; challenge: { name: string; value: string } | null }

// Public DNS, which the portal queries for the proof.
let publicDns: TestDns
let portal: TestPortal
beforeAll(async () => {
  publicDns = await startTestDns([])
  portal = await startPortal({
    env: { DNS_RESOLVERS: `127.0.0.1:${publicDns.port}`, SERVER_IP: '203.0.113.5' },
  })
})
afterAll(async () => {
  await portal.stop()
  publicDns.close()
})

async function makeOwner(): Promise<Person> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  return person
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const domainsOf = (person: Person): Promise<Domain[]> => person.call('/api/domains')

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
  'an external domain is connected once its record is found, and removed: $viewport, $colourScheme',
  async (look) => {
    const person = await makeOwner()
    const name = `bells-${look.viewport}-${look.colourScheme}.example`
    publicDns.zones.set(zoneOf(name, ['@ A 192.0.2.9']))
    const { page, context, trace } = await portal.open(person, look)
    const shoot = (what: string) => screenshot(page, `domains-${what}-${look.viewport}-${look.colourScheme}`)
    await rememberToasts(context)
    await visit(page, '/domains')
    await press(page, 'Connect a domain')
    await dialog(page).getByLabel('Domain name').fill('co.uk')
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog(page).getByText('Anyone can register names below co.uk').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('connect')
    await dialog(page).getByLabel('Domain name').fill(name)
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()

    await page.getByRole('heading', { name: 'Verify your domain and point it here' }).waitFor()
    const [domain] = await domainsOf(person)
    const value = domain?.challenge?.value ?? ''
    await page.getByText('_portal-challenge', { exact: true }).waitFor()
    await page.getByText(value, { exact: true }).waitFor()
    await page.getByText('ns1.localhost', { exact: true }).first().waitFor()
    await press(page, 'Check now')
    await page.getByText('TXT record not found yet.').waitFor()
    await page.getByText('Found 192.0.2.9 instead').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('proof')

    publicDns.zones.set(zoneOf(name, ['@ A 192.0.2.9', `_portal-challenge TXT ${value}`]))
    await press(page, 'Check now')
    await page.getByRole('heading', { name: 'Verify your domain' }).waitFor({ state: 'detached' })
    await expectSoon(
      () => seenToasts(page),
      expect.arrayContaining([expect.stringContaining('Domain connected')]),
    )
    expect(await page.locator('.domain-summary').textContent()).toBe(
      'StatusACTIVESSL CertificateNoneAuto RenewalOFF',
    )

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText(`${name} is registered with another registrar.`).waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await shoot('elsewhere')
    await press(page, 'Remove…')
    await dialog(page).getByText('The name stays yours at its registrar.').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No domains yet.').waitFor()
    expect(await domainsOf(person)).toEqual([])
    expectQuiet(trace, [/422/])
    await context.close()
  },
)

test('the palette connects a domain', async () => {
  const { page, context } = await portal.open(await makeOwner(), { viewport: 'desktop' })
  await visit(page, '/dashboard')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('connect a domain')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('heading', { name: 'Connect a domain' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})
