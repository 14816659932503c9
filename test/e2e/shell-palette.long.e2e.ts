import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { until, visit } from '../support/portal.ts'
import { activeOption, customer, open, openByKey, palette, portal, prepare } from './shell-palette-steps.ts'

prepare()

/** Chooses an action in the palette by name. */
async function act(page: Page, name: string): Promise<void> {
  await openByKey(page)
  await page.keyboard.type(name)
  await until(async () => (await activeOption(page)) === name)
  await page.keyboard.press('Enter')
}

test.each([
  ['Create a backup', '/backups', 'Create Backup'],
  ['Schedule backups', '/backups', 'Configure Schedule'],
  ['Register a domain', '/domains', 'Register Domain'],
  ['Upload files', '/files', 'Upload files'],
  ['New folder', '/files', 'New folder'],
  ['New project', '/projects', 'New Project'],
  ['Connect a cloud account', '/cloud-management', 'Connect an account'],
  ['Change password', '/account', 'Change your password'],
])('"%s" opens its dialog over %s, and closing it removes it from the address', async (name, path, title) => {
  const { page, context, trace } = await open()
  await act(page, name)
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  expect(new URL(page.url()).searchParams.get('dialog')).not.toBeNull()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL(portal.url + path)
  await page.waitForFunction(() => document.activeElement?.matches('main h1'))
  await act(page, name)
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  expectQuiet(trace)
  await context.close()
})

test('an action keeps the current folder, and an unknown dialog in an address opens nothing', async () => {
  const { page, context, trace } = await open(customer, '/files?path=photos')
  await act(page, 'New folder')
  await page.getByRole('dialog', { name: 'New folder' }).waitFor()
  await page.waitForURL('**/files?path=photos&dialog=folder')
  await visit(page, '/files?path=photos&dialog=delete')
  await page.waitForURL('**/files?path=photos')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expectQuiet(trace)
  await context.close()
})

test('an administrator posts an incident from the palette, which offers it to no other user', async () => {
  const { page, context, trace } = await open(portal.admin)
  await act(page, 'Post an incident')
  await page.getByRole('dialog', { name: 'Post an incident' }).waitFor()
  expectQuiet(trace)
  await context.close()
  const other = await open()
  await openByKey(other.page)
  await other.page.keyboard.type('incident')
  await palette(other.page).getByText('No results for “incident”.').waitFor()
  await other.context.close()
})

test('signing out through the palette clears recent choices', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  const { page, context } = await open(person)
  await openByKey(page)
  await page.keyboard.type('domains')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/domains')
  const recent = () => page.evaluate(() => localStorage.getItem('recent'))
  await expectSoon(recent, expect.stringContaining('/domains'))
  await openByKey(page)
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${portal.url}/`)
  await expectSoon(recent, null)
  await context.close()
})

test('the palette finds the desk for an administrator, and does not open over another dialog', async () => {
  const { page, context, trace } = await open(portal.admin)
  await openByKey(page)
  await page.keyboard.type('admin')
  await expectSoon(() => activeOption(page), 'Admin Panel')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await visit(page, '/admin/catalogue')
  await page.getByRole('button', { name: 'New plan…' }).first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expectQuiet(trace)
  await context.close()
})
