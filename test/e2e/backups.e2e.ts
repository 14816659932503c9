import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Backup } from '#features/backups/contract/contract.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { type Person, ready, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const look = async (page: Page, name: string): Promise<void> => {
  await expectNoAxeViolationsInBothSchemes(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Your First Backup' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const submit = dialog.getByRole('button', { name: 'Create', exact: true })
  // The only service is preselected.
  expect(await dialog.getByLabel('Service').inputValue()).not.toBe('')
  expect(await submit.isDisabled()).toBe(false)
  expect(await dialog.getByLabel('Backup Type').inputValue()).toBe('full')
  await submit.click()
  await dialog.getByText('45%').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Completed', { exact: true }).nth(1).waitFor()
}

const press = (page: Page, action: RegExp) => page.getByRole('button', { name: action }).click()

/** When the full backup was last verified; a restore has ended once this changes. */
async function verifiedAt({ cookie }: Person): Promise<string | null | undefined> {
  const answer = await fetch(`${portal.url}/api/backups`, { headers: { cookie } })
  const backups = (await answer.json()) as Backup[]
  return backups.find(({ backupType, origin }) => backupType === 'full' && origin === 'manual')?.verifiedAt
}

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
  'a customer creates, restores and schedules backups at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `backups-${options.viewport}-${options.colourScheme}-${step}`
    const person = await portal.customer()
    const order = await portal.order(person)
    await portal.activate(person, order)
    const site = `${portal.server.dataDir}/services/${order.serviceId}/public`
    writeFileSync(`${site}/kept.txt`, 'as it was')

    const { page, context, trace } = await portal.open(person, options)
    await rememberToasts(context)
    await visit(page, '/backups')
    await page.getByText('No Backups Found').waitFor()
    expect(await page.getByText('Never').isVisible()).toBe(true)
    await look(page, name('empty'))

    await create(page)
    await look(page, name('list'))
    rmSync(`${site}/kept.txt`)
    writeFileSync(`${site}/later.txt`, 'later')

    const before = await verifiedAt(person)
    await press(page, /^Restore full/)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/replaces all files of Starter and the databases in the backup/).waitFor()
    await look(page, name('restore'))
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Safety copy from before a restore').waitFor()
    await until(async () => (await verifiedAt(person)) !== before)
    await page.getByText('Restored', { exact: true }).waitFor()
    expect(readFileSync(`${site}/kept.txt`, 'utf8')).toBe('as it was')
    expect(existsSync(`${site}/later.txt`)).toBe(false)

    const downloading = page.waitForEvent('download')
    await press(page, /^Download full/)
    expect((await downloading).suggestedFilename()).toMatch(/^backup_[0-9a-f-]{36}\.zip$/)
    await expectSoon(
      () => seenToasts(page),
      [
        expect.stringMatching(/^Backup Created/),
        expect.stringMatching(/^Restore Started/),
        expect.stringMatching(/^Download Started/),
      ],
    )

    // A toast stays while the test’s mouse pointer is over it.
    await page.getByRole('button', { name: 'Dismiss: Download Started' }).click()
    await page.getByRole('button', { name: 'Configure Schedule' }).click()
    expect(await dialog.getByLabel('Make backups automatically').isChecked()).toBe(true)
    await dialog.getByLabel('How often').selectOption('weekly')
    await expectSoon(() => dialog.getByRole('listitem').count(), 3)
    await look(page, name('schedule'))
    await dialog.getByRole('button', { name: 'Save Schedule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Configure Schedule' }).click()
    await dialog.getByText('Next runs').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await press(page, /^Actions for full/)
    await press(page, /^Delete full/)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator('.backup-file', { hasText: /^full/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Service', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(`**/backups?service=${order.serviceId}`)
    // Other lists are filtered by the same service when the server renders them.
    await visit(page, '/databases')
    expect(await page.getByLabel('Service', { exact: true }).inputValue()).toBe(order.serviceId)

    await visit(page, `/server-management/${order.serviceId}/backups`)
    await page.getByText('Safety copy from before a restore').waitFor()
    await page.getByText(/^Weekly, on Sunday at 02:30 IST/).waitFor()
    await page.getByRole('button', { name: 'Create Backup' }).click()
    await dialog.getByLabel('Backup Type').waitFor()
    expect(await dialog.getByLabel('Service').count()).toBe(0)
    await look(page, name('site'))
    expectQuiet(trace)
    await context.close()
  },
)
