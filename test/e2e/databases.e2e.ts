import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

/** On a phone a toast covers the controls under test. */
async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / })
  if (await dismiss.isVisible()) await dismiss.click()
}

const look = async (page: Page, name: string): Promise<void> => {
  // After scrolling, axe counts controls that the header half covers as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const row = (page: Page, name: string): Locator => page.getByRole('article', { name })

/** Clicks an action of a row and waits for its dialog. */
async function ask(page: Page, verb: string, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `${verb} ${name}`, exact: true })
    .click()
  await dialog(page).waitFor()
}

/** The same for actions in the ⋯ menu. */
async function chooseAction(page: Page, verb: string, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('button', { name: verb, exact: true }).and(page.locator(':visible')).click()
  await dialog(page).waitFor()
}

async function closed(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'detached' })
  await dismissToast(page)
}

async function create(page: Page, opener: string): Promise<string> {
  await page.getByRole('button', { name: opener }).click()
  const form = dialog(page)
  await form.getByLabel('Database Type').selectOption('postgresql')
  await form.getByText('Ready in a few seconds.').waitFor()
  const submit = form.getByRole('button', { name: 'Create Database', exact: true })
  for (const label of ['Database Name', 'Username', 'Password'])
    await form.getByLabel(label, { exact: true }).fill('')
  await submit.click()
  await form.getByText('Database name is required').waitFor()
  await form.getByText('Username is required').waitFor()
  await form.getByText('Password must be at least 8 characters').waitFor()
  await form.getByLabel('Database Name').fill('shop')
  await form.getByLabel('Username').fill('clerk')
  await form.getByRole('button', { name: 'Generate' }).click()
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*]{16}$/)
  return password
}

/** The connection details shown, including the password. */
async function shownConnection(page: Page, name: string) {
  const values = await row(page, name).locator('.database-connection dd .mono').allTextContents()
  const [host = '', port = '', database = '', user = ''] = values
  return { host, port: Number(port), database, user }
}

/** Connects as an application would, with the details on the screen. */
async function asApplication<T>(
  page: Page,
  password: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...(await shownConnection(page, 'shop')), password })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const countGods = (client: Client): Promise<number> =>
  client.query('select count(*)::int as count from gods').then(({ rows: [first] }) => first.count)

async function download(page: Page, packing: string): Promise<{ name: string; path: string }> {
  await ask(page, 'Export', 'shop')
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: packing }).click()
  const file = await downloading
  await closed(page)
  return { name: file.suggestedFilename(), path: await file.path() }
}

async function importFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await ask(page, 'Import', 'shop')
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a customer creates, uses, exports, deletes and restores a database at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `databases-${options.viewport}-${options.colourScheme}-${step}`
    const person = await portal.customer()
    await portal.activate(person, await portal.order(person))
    const { page, context, trace } = await portal.open(person, options)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await rememberToasts(context)
    await visit(page, '/databases')
    await page.getByText('No Databases Found').waitFor()
    await look(page, name('empty'))

    const first = await create(page, 'Create Your First Database')
    await look(page, name('create'))
    await dialog(page).getByRole('button', { name: 'Create Database', exact: true }).click()
    await dialog(page).getByText('Connection string', { exact: true }).waitFor()
    await look(page, name('made'))
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await closed(page)
    await row(page, 'shop').getByText('Active', { exact: true }).waitFor()
    await look(page, name('list'))
    await asApplication(page, first, (client) =>
      client.query(
        "create table gods (name text primary key); insert into gods values ('Ganesha'), ('Durga')",
      ),
    )

    const { database } = await shownConnection(page, 'shop')
    await page.getByRole('button', { name: 'Copy database name of shop' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(database)
    await row(page, 'shop').getByRole('button', { name: 'More formats' }).click()
    await dialog(page).getByRole('button', { name: 'Copy URI' }).click()
    await look(page, name('strings'))
    const uri = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(uri.pathname).toBe(`/${database}`)
    await page.keyboard.press('Escape')
    await closed(page)

    await chooseAction(page, 'Change password', 'shop')
    const second = 'another pass@word/1'
    await dialog(page).getByLabel('New Password', { exact: true }).fill(second)
    await look(page, name('password'))
    await dialog(page).getByRole('button', { name: 'Change Password', exact: true }).click()
    await closed(page)
    await expect(asApplication(page, first, countGods)).rejects.toThrow()
    expect(await asApplication(page, second, countGods)).toBe(2)

    await chooseAction(page, 'Remote access', 'shop')
    await dialog(page).getByText('Remote access to PostgreSQL is not available here.').waitFor()
    await look(page, name('access'))
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await closed(page)
    await chooseAction(page, 'Usage', 'shop')
    await dialog(page).getByText('of 10 in use').waitFor()
    await look(page, name('usage'))
    await page.keyboard.press('Escape')
    await closed(page)

    const plain = await download(page, 'Download plain')
    expect(plain.name).toBe('shop.sql')
    expect(readFileSync(plain.path, 'utf8')).toContain('Ganesha')
    const packed = await download(page, 'Download gzip')
    expect(packed.name).toBe('shop.sql.gz')

    await importFile(page, { name: 'bad.sql', mimeType: 'text/plain', buffer: Buffer.from('crate table a;') })
    await dialog(page)
      .getByText(/syntax error at or near "crate"/)
      .waitFor()
    await look(page, name('import-refused'))
    await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await closed(page)
    await asApplication(page, second, (client) => client.query('drop table gods'))
    await importFile(page, packed.path)
    await closed(page)
    expect(await asApplication(page, second, countGods)).toBe(2)

    await chooseAction(page, 'Delete shop', 'shop')
    await look(page, name('delete'))
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await closed(page)
    await page.getByText('No Databases Found').waitFor()
    await page.getByRole('button', { name: 'Restore shop' }).waitFor()
    await look(page, name('deleted'))
    await page.getByRole('button', { name: 'Restore shop' }).click()
    await row(page, 'shop').getByText('Active', { exact: true }).waitFor()
    expect(await asApplication(page, second, countGods)).toBe(2)

    const toasts = async () => (await seenToasts(page)).map((text) => text.replace(/Dismiss.*/, ''))
    await expectSoon(toasts, [
      // The first database starts its engine, which may take longer than the request waits.
      expect.stringMatching(
        /^Database Created(New database has been created successfully\.|This takes a moment)/,
      ),
      expect.stringMatching(/^Copied to clipboard/),
      expect.stringMatching(/^Password Changed/),
      expect.stringMatching(/^Export Started/),
      expect.stringMatching(/^Import Finished/),
      expect.stringMatching(/^Database DeletedThe database has been deleted successfully\./),
      expect.stringMatching(/^Database Restored/),
    ])
    expectQuiet(trace, [/422/])
    await context.close()
  },
  300_000,
)
