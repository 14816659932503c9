import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, viewports, widthsOf } from '../support/browser.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

test.each(widthsOf('phone').map((name) => viewports[name].width))(
  'an API key is created, used and removed, %i pixels wide',
  async (width) => {
    const person = await portal.customer()
    const { page, context, trace } = await portal.open(person)
    await page.setViewportSize({ width, height: 900 })
    await visit(page, '/account')
    await page.getByRole('link', { name: 'Manage API keys' }).click()
    await page.getByText('No API keys yet').waitFor()
    await page.getByRole('button', { name: 'Create API key…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByText('Choose what the key may do.').waitFor()
    await dialog.getByLabel(/^Name/).fill('Deployment')
    await dialog.getByLabel('Your profile: read').check()
    expect(await dialog.getByLabel('Administration: read').count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const key = await dialog.getByLabel('API key', { exact: true }).inputValue()
    const ask = () => fetch(`${portal.url}/api/user`, { headers: { authorization: `Bearer ${key}` } })
    expect(((await (await ask()).json()) as { email: string }).email).toBe(person.email)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('profile:read').waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await findAxeViolations(page)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeViolations(page, { rules: 'colours' })).toEqual([])
    }
    await page.getByRole('button', { name: 'Remove Deployment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No API keys yet').waitFor()
    expect((await ask()).status).toBe(401)
    expectQuiet(trace)
    await context.close()
  },
)
