import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import { readUnsavedTexts } from '../support/unsaved-texts.ts'

type Database = { id: string; status: string }
type Engine = { type: string; isConnected: boolean }

let portal: TestPortal
let person: Person
let serviceId: string
beforeAll(async () => {
  portal = await startPortal({ env: { DB_POSTGRES_PORT: 'auto' } })
  person = await portal.customer()
  const order = await portal.order(person, undefined, 'Business')
  await portal.activate(person, order)
  serviceId = order.serviceId
  const engines = await person.call<Engine[]>('/api/databases/engines')
  if (!engines.some(({ type, isConnected }) => type === 'postgresql' && isConnected))
    throw new Error('PostgreSQL is not connected')
}, 300_000)
afterAll(() => portal.stop())

/** A database with contents. */
async function makeDatabase(name: string): Promise<Database> {
  const json = { serviceId, dbName: name, dbUser: name, dbPassword: 'a long secret', dbType: 'postgresql' }
  const made = await person.call<Database>('/api/databases', json)
  const ready = await until(async () => {
    const all = await person.call<Database[]>('/api/databases')
    return all.find(({ id, status }) => id === made.id && status === 'active')
  })
  await person.call(`/api/databases/${made.id}/query`, {
    sql: `create table customers (id int primary key, name varchar(60) not null, city varchar(40), joined date, note text);
create table orders (id int primary key, customer_id int, total decimal(10, 2), paid int default 0);
create index orders_customer on orders (customer_id);
insert into customers values (1, 'Asha Rao', 'Bengaluru', '2024-05-01', null), (2, 'Vikram Singh', '', '2025-01-17', 'Prefers calls in the morning, and has asked three times for a printed invoice that is sent to the office in Indiranagar rather than by mail.');
insert into orders values (1, 1, 499.00, 1), (2, 2, 1299.50, 0);`,
  })
  return ready
}

const removeDatabase = ({ id }: Database) => person.call(`/api/databases/${id}`, undefined, 'DELETE')

const editor = (page: Page) => page.getByRole('textbox', { name: /^SQL for/ })

async function write(page: Page, sql: string): Promise<void> {
  await page.locator('.code-editor .cm-editor').waitFor()
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'tables are opened, and their rows edited, added and deleted: $viewport, $colourScheme',
  async (look) => {
    const isPhone = look.viewport === 'phone'
    const database = await makeDatabase(`shop_${look.viewport}`)
    const { page, context, trace } = await portal.open(person, look)
    await rememberToasts(context)
    await visit(page, `/databases/${database.id}`)
    await page.getByText('Select a table').waitFor()
    await expectNoAxeViolations(page)
    if (isPhone) await page.getByRole('button', { name: 'Tables' }).click()
    const tree = isPhone ? page.getByRole('dialog') : page.getByRole('region', { name: 'Tables' })
    await tree.getByRole('button', { name: 'Columns and indexes of orders' }).click()
    await tree.getByText('orders_customer').waitFor()
    await tree.getByRole('searchbox').fill('city')
    await tree.getByRole('link', { name: /orders/ }).waitFor({ state: 'detached' })
    await screenshot(page, `console-tree-${look.viewport}-${look.colourScheme}`)
    await expectNoAxeViolations(page)
    await tree.getByRole('link', { name: /customers/ }).click()

    await page.getByRole('gridcell', { name: 'Asha Rao' }).waitFor()
    await page.getByText('empty', { exact: true }).waitFor()
    expect(await page.getByText('NULL', { exact: true }).count()).toBe(1)
    await fits(page)
    await expectNoAxeViolations(page)
    await screenshot(page, `console-data-${look.viewport}-${look.colourScheme}`)
    await page.getByRole('button', { name: /^Prefers calls/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/Indiranagar rather than by mail/)
      .waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit row id 1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'name' }).fill('Asha R. Rao')
    await dialog.getByLabel('Type of value for note').selectOption('value')
    await dialog.getByRole('textbox', { name: 'note' }).fill('New')
    await expectNoAxeViolations(page)
    await screenshot(page, `console-row-${look.viewport}-${look.colourScheme}`)
    await dialog.getByRole('button', { name: 'Save Row' }).click()
    await page.getByRole('gridcell', { name: 'Asha R. Rao' }).waitFor()

    await page.getByRole('button', { name: 'Add Row' }).click()
    await dialog.getByRole('textbox', { name: 'id' }).fill('2')
    await dialog.getByRole('textbox', { name: 'name' }).fill('Meera')
    await dialog.getByRole('button', { name: 'Add Row' }).click()
    await until(async () => (await seenToasts(page)).some((text) => /could not be added/.test(text)))
    await dialog.getByRole('textbox', { name: 'id' }).fill('3')
    await dialog.getByRole('button', { name: 'Add Row' }).click()
    await page.getByRole('gridcell', { name: 'Meera' }).waitFor()
    await page.getByRole('button', { name: 'Delete row id 3' }).click()
    await dialog.getByRole('button', { name: 'Delete Row', exact: true }).click()
    await page.getByRole('gridcell', { name: 'Meera' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'name', exact: true }).click()
    await page.waitForURL(/sort=name/)
    expectQuiet(trace, [/422/])
    await context.close()
    await removeDatabase(database)
  },
  300_000,
)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'statements are run, cancelled, explained and remembered: $viewport, $colourScheme',
  async (look) => {
    const database = await makeDatabase(`sql_${look.viewport}`)
    const { page, context, trace } = await portal.open(person, look)
    await visit(page, `/databases/${database.id}?tab=sql`)
    await write(
      page,
      'select id, name, note from customers order by id;\nupdate orders set paid = 1 where id = 2',
    )
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^SELECT · 2 rows/).waitFor()
    await page.getByText(/^UPDATE · 1 row affected/).waitFor()
    await fits(page)
    await expectNoAxeViolations(page)
    await screenshot(page, `console-sql-${look.viewport}-${look.colourScheme}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(await Bun.file(await file.path()).text()).toStartWith('id,name,note\r\n1,Asha Rao,\r\n')

    await write(page, 'select 1;\nselekt 2')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.locator('.console-fault').waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, `console-fault-${look.viewport}-${look.colourScheme}`)

    await write(page, 'select pg_sleep(14)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByText('The query was cancelled.').waitFor()

    await write(page, 'select * from orders join customers on customers.id = customer_id where total > 100')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('region', { name: 'Plan' }).waitFor()
    await fits(page)
    await expectNoAxeViolations(page)
    await screenshot(page, `console-plan-${look.viewport}-${look.colourScheme}`)

    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog')
    await history.getByText(/selekt 2/).waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, `console-history-${look.viewport}-${look.colourScheme}`)
    await history.getByRole('button', { name: /update orders/ }).click()
    await until(async () => (await editor(page).textContent())?.includes('update orders'))

    await write(page, 'select 7 as kept_text')
    await until(async () => (await readUnsavedTexts(page)).some((text) => text.includes('kept_text')))
    await page.reload()
    await until(async () => (await editor(page).textContent())?.includes('kept_text'))
    expectQuiet(trace, [/422/])
    await context.close()
    await removeDatabase(database)
  },
  300_000,
)

test('the console of another customer is not found, nor are the databases of their site', async () => {
  const database = await makeDatabase('mine')
  const other = await portal.customer()
  const { page, context } = await portal.open(other)
  for (const path of [`/databases/${database.id}`, `/server-management/${serviceId}/databases`])
    expect((await page.goto(path))?.status()).toBe(404)
  await context.close()
  await removeDatabase(database)
})

test.each([
  ['by REST', (id: string) => `/api/databases/${id}/query`],
  ['from the screen', () => '/api/trpc/databases.sql.run'],
])(
  'a statement sent %s ends when its client disconnects',
  async (_, pathOf) => {
    const database = await makeDatabase('left')
    const url = `${portal.url}${pathOf(database.id)}`
    const headers = { cookie: person.cookie, 'content-type': 'application/json' }
    const gone = new AbortController()
    const body = JSON.stringify({ id: database.id, sql: 'select pg_sleep(12)' })
    const waiting = fetch(url, { method: 'POST', headers, body, signal: gone.signal }).catch(() => 'gone')
    const sql =
      "select count(*) from pg_stat_activity where query = 'select pg_sleep(12)' and state = 'active'"
    type Answer = { results: { rows: string[][] }[] }
    const running = async () => {
      const { results } = await person.call<Answer>(`/api/databases/${database.id}/query`, { sql })
      return results[0]?.rows[0]?.[0]
    }
    await until(async () => (await running()) === '1')
    gone.abort()
    expect(await waiting).toBe('gone')
    // A statement that had slept to its end would not be refused.
    type Entry = { statement: string; isRefused: boolean }
    const slept = await until(async () => {
      const entries = await person.call<Entry[]>(`/api/databases/${database.id}/history`)
      return entries.find(({ statement }) => statement === 'select pg_sleep(12)')
    })
    expect(slept.isRefused).toBe(true)
    await removeDatabase(database)
  },
  300_000,
)
