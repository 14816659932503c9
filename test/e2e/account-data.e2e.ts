import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, viewports, widthsOf } from '../support/browser.ts'
import { password, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

test.each(widthsOf('desktop').map((name) => viewports[name].width))(
  'a customer exports all data and downloads it once, %i pixels wide',
  async (width) => {
    const { page, context, trace } = await portal.open(await portal.customer())
    await page.setViewportSize({ width, height: 900 })
    await visit(page, '/account')
    await page.getByRole('link', { name: 'Export or delete' }).click()
    await page.getByText('No exports yet.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Export my data' }).click()
    const link = page.getByRole('link', { name: 'Download', exact: true })
    await link.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeViolations(page, { rules: 'colours' })).toEqual([])
      const folder = process.env.SCREENSHOTS
      if (folder)
        await page.screenshot({ path: `${folder}/data-${width}-${colorScheme}.png`, fullPage: true })
    }
    expect(await findAxeViolations(page)).toEqual([])
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('your-data.zip')
    const head = Buffer.from(
      await Bun.file(await download.path())
        .slice(0, 2)
        .bytes(),
    ).toString()
    expect(head).toBe('PK')
    await page.getByText('Your last export was downloaded').waitFor()
    await page.getByText('You can request the next export on').waitFor()
    expect(await link.count()).toBe(0)
    expectQuiet(trace)
    await context.close()
  },
)

test.each(widthsOf('desktop').map((name) => viewports[name].width))(
  'a requested account deletion is shown on every page and can be cancelled, %i pixels wide',
  async (width) => {
    const person = await portal.customer()
    const { page, context, trace } = await portal.open(person)
    await page.setViewportSize({ width, height: 900 })
    await visit(page, '/account/data')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('for eight financial years').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/deletion-dialog-${width}.png` })
    await dialog.getByLabel(/^Password/).fill('not the password')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByText('The password is incorrect.').waitFor()
    await dialog.getByLabel(/^Password/).fill(password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.waitFor({ state: 'detached' })
    await visit(page, '/account')
    const banner = page.getByRole('region', { name: 'Account deletion' })
    await banner.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeViolations(page, { rules: 'colours' })).toEqual([])
      if (folder) await page.screenshot({ path: `${folder}/deletion-banner-${width}-${colorScheme}.png` })
    }
    expect(await findAxeViolations(page)).toEqual([])
    await banner.getByRole('button', { name: 'Keep my account' }).click()
    await banner.waitFor({ state: 'detached' })
    // Caused by the wrong password.
    expectQuiet(trace, [/status of 422/])
    await context.close()
  },
)
