import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, screenshot, widthsOf } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import {
  ask,
  domainOf,
  leadsTo,
  makeDomain,
  plainPort,
  portal,
  prepare,
  tlsPort,
} from './domains-serving-steps.ts'

prepare()

const dialog = (page: Page) => page.getByRole('dialog')

const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

const isGone = (page: Page) => dialog(page).waitFor({ state: 'detached' })

/** After scrolling, a phone’s bars may cover controls, which axe reports as too small. */
async function look(page: Page) {
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
}

test.each(widthsOf('phone'))(
  'serving options of a domain are switched with their warnings, and the gateway follows: %s',
  async (viewport) => {
    const { person, domain } = await makeDomain()
    const { id, name } = domain
    const { page, context, trace } = await portal.open(person, { viewport })
    await rememberToasts(context)
    await leadsTo(name, null)
    await visit(page, `/domains?domain=${id}&tab=ssl`)
    const hsts = page.getByRole('switch', { name: 'HSTS' })
    await page.getByText('HSTS and DNSSEC').click()
    await page.getByText('Turn on SSL to use HSTS.').waitFor()
    expect(await hsts.isDisabled()).toBe(true)
    await look(page)

    await page.getByRole('button', { name: 'Enable SSL' }).click()
    await page.getByText('Tell browsers to use HTTPS only, for 180 days after each visit.').waitFor()
    await leadsTo(name, `https://${name}:${tlsPort}/`)
    const redirect = page.getByRole('switch', { name: 'HTTPS redirect' })
    await redirect.click()
    await page.getByText('Turn on the HTTPS redirect to use HSTS.').waitFor()
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
    await inDialog(page, 'Turn on').click()
    await isGone(page)
    await page.getByText('HSTS is on and needs this. Turn HSTS off first.').waitFor()
    expect(await domainOf(person)).toMatchObject({ hsts: true, httpsRedirect: true })
    await look(page)

    await page.getByRole('button', { name: 'Disable SSL' }).click()
    await dialog(page).getByText('Disable SSL while HSTS is on?').waitFor()
    await expectNoAxeViolations(page)
    await inDialog(page, 'Disable SSL').click()
    await isGone(page)
    await page.getByText('Turn on SSL to use HSTS.').waitFor()
    expect(await domainOf(person)).toMatchObject({ ssl: false, hsts: false })

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText(`${name} and www.${name} both show the site.`).waitFor()
    await page.getByRole('combobox', { name: 'www redirect' }).selectOption(`Redirect to www.${name}`)
    await page.getByText(`Visitors to ${name} are sent to www.${name}.`).first().waitFor()
    await leadsTo(name, `http://www.${name}:${plainPort}/`)
    await leadsTo(`www.${name}`, null)
    await expectSoon(
      () => seenToasts(page),
      expect.arrayContaining([expect.stringContaining('Settings updated')]),
    )
    await look(page)
    await screenshot(page, `domains-www-${viewport}`)
    expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
    expectQuiet(trace)
    await context.close()
  },
)

test('a subdomain redirects to another site until it is deleted, and again when the deletion is undone', async () => {
  const { person, domain } = await makeDomain()
  const { id, name } = domain
  const target = 'https://www.example.net/shop?from=here'
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, `/domains?domain=${id}&tab=subdomains`)
  await page.getByRole('button', { name: 'Add Subdomain' }).click()
  await dialog(page).getByLabel('Name').fill('shop')
  await dialog(page).getByLabel('Points to').selectOption('redirect')
  await dialog(page).getByLabel('Web address').fill(`http://shop.${name}/elsewhere`)
  await dialog(page).getByLabel('Redirect', { exact: true }).selectOption('308')
  await inDialog(page, 'Add Subdomain').click()
  await dialog(page).getByText(`shop.${name} cannot be redirected to itself`).waitFor()
  await expectNoAxeViolations(page)
  await dialog(page).getByLabel('Web address').fill(target)
  await inDialog(page, 'Add Subdomain').click()
  await isGone(page)
  await page.getByText('Permanent redirect (308)').waitFor()
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
