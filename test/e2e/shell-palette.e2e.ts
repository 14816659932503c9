import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet, type PageOptions } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
let customer: Person
let order: Order
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  order = await portal.order(customer, 'palette.example.com')
  await portal.activate(customer, order)
  await customer.call('/api/projects', { name: 'Temple bells' })
})
afterAll(() => portal.stop())

async function open(person = customer, path = '/dashboard', options: PageOptions = {}) {
  const opened = await portal.open(person, options)
  await visit(opened.page, path)
  return opened
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

async function openByKey(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
}

/** The option that Enter would choose, as a screen reader is told. */
const activeOption = (page: Page): Promise<string | null> =>
  field(page).evaluate(
    (input) =>
      document
        .getElementById(input.getAttribute('aria-activedescendant') ?? '')
        ?.querySelector('.palette-label')?.textContent ?? null,
  )

test('Ctrl+K finds a service by its domain, goes there, and remembers it', async () => {
  const { page, context, trace } = await open()
  expect(trace.requests.filter(({ url }) => url.includes('/assets/palette'))).toEqual([])
  await openByKey(page)
  await page.keyboard.type('palette.exa')
  await until(async () => (await activeOption(page)) === 'palette.example.com')
  expect(await field(page).getAttribute('aria-expanded')).toBe('true')
  // Its domain has the same name.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await activeOption(page)).toBe('Files of palette.example.com')
  await page.keyboard.press('ArrowDown')
  expect(await activeOption(page)).toBe('palette.example.com')
  expect(await palette(page).locator('[aria-selected="true"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/server-management/${order.serviceId}`)
  await palette(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('main h1'))

  await openByKey(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  expect(await recent.getByRole('option').allTextContents()).toEqual(['palette.example.comStarter · active'])
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor({ state: 'detached' })
  expectQuiet(trace)
  await context.close()
})

test('the button opens the palette with everything listed, and Escape returns the focus', async () => {
  const { page, context, trace } = await open()
  await button(page).click()
  await options(page).filter({ hasText: 'Temple bells' }).waitFor()
  const groups = await palette(page)
    .getByRole('group')
    .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))
  expect(groups).toEqual(['Go to', 'Services', 'Domains', 'Projects', 'Files', 'Actions'])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('.shell-search'))
  await button(page).click()
  await page.keyboard.type('temple')
  await options(page).filter({ hasText: 'Temple bells' }).click()
  await page.waitForURL('**/projects?project=*')
  expectQuiet(trace)
  await context.close()
})

test('the palette says when nothing is found, and carries out actions', async () => {
  const { page, context, trace } = await open(customer, '/files', { viewport: 'phone' })
  await button(page).click()
  await field(page).fill('administration')
  await palette(page).getByText('No results for “administration”.').waitFor()
  expect(await field(page).getAttribute('aria-expanded')).toBe('false')
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
  await palette(page).waitFor({ state: 'detached' })
  await button(page).click()
  await field(page).fill('create a backup')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create Backup' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/backups')
  expectQuiet(trace)
  await context.close()
})

/** Chooses an action of the palette by its name. */
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
])(
  '"%s" opens its dialog over %s, and the address forgets it once it is closed',
  async (name, path, title) => {
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
  },
)

test('an action keeps the folder that is shown, and an unknown dialog in an address opens nothing', async () => {
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

test('an administrator posts an incident from the palette, which offers it to nobody else', async () => {
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

test('signing out through the palette forgets recent choices', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  const { page, context } = await open(person)
  await openByKey(page)
  await page.keyboard.type('domains')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/domains')
  expect(await page.evaluate(() => localStorage.getItem('recent'))).toContain('/domains')
  await openByKey(page)
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${portal.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('recent'))).toBeNull()
  await context.close()
})

test('the palette finds the desk for an administrator, and does not open over another dialog', async () => {
  const { page, context, trace } = await open(portal.admin)
  await openByKey(page)
  await page.keyboard.type('admin')
  expect(await activeOption(page)).toBe('Admin Panel')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
  await visit(page, '/admin/catalogue')
  await page.getByRole('button', { name: 'New plan…' }).first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expectQuiet(trace)
  await context.close()
})
