import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { doToFile } from '../support/file-verbs.ts'
import { type Order, type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

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

/** Uploads a file and answers its id. */
async function put({ cookie }: Person, { serviceId }: Order, name: string, text: string): Promise<string> {
  const body = new FormData()
  body.append('serviceId', serviceId)
  body.append('file', new File([text], name, { type: 'text/plain' }))
  const answer = await fetch(`${portal.url}/api/files`, { method: 'POST', body, headers: { cookie } })
  const [{ id }] = (await answer.json()) as [{ id: string }]
  return id
}

async function activeCustomer(): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  return { person, order }
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'a link is created for a chosen time, listed and revoked at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `links-${options.viewport}-${options.colourScheme}-${step}`
    const { person, order } = await activeCustomer()
    await put(person, order, 'plan.txt', 'for everybody')
    const { page, context, trace } = await portal.open(person, options)
    const visitor = await portal.open(null)
    await visit(page, '/files')
    await look(page, name('files'))
    await doToFile(page, 'Share', 'plan.txt')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The link works for').selectOption('30 days')
    await look(page, name('life'))
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await look(page, name('made'))
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await visitor.page.goto(link))?.status()).toBe(200)
    await page.getByRole('link', { name: 'Shared links' }).click()
    const revoke = page.getByRole('button', { name: 'Revoke the link to plan.txt' })
    await revoke.waitFor()
    await look(page, name('list'))
    await revoke.click()
    await dialog.getByText(/will stop working/).waitFor()
    await look(page, name('revoke'))
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No shared links').waitFor()
    await look(page, name('none'))
    expect((await visitor.page.goto(link))?.status()).toBe(404)
    expectQuiet(trace)
    await visitor.context.close()
    await context.close()
  },
)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'the trash is emptied after a dialog that states its size at $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `trash-${options.viewport}-${options.colourScheme}-${step}`
    const { person, order } = await activeCustomer()
    const { cookie } = person
    for (const [file, text] of [
      ['one.txt', 'one'],
      ['two.txt', 'two words'],
    ] as const) {
      const id = await put(person, order, file, text)
      await fetch(`${portal.url}/api/files/${id}`, { method: 'DELETE', headers: { cookie } })
    }
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, '/files?show=trash')
    await page.getByRole('button', { name: 'Delete one.txt permanently' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('one.txt cannot be restored after this.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page
      .getByRole('button', { name: 'Delete one.txt permanently', exact: true })
      .waitFor({ state: 'detached' })
    await look(page, name('list'))
    await page.getByRole('button', { name: 'Empty trash (9 Bytes)…' }).click()
    await dialog.getByText(/1 file or folder, 9 Bytes/).waitFor()
    await look(page, name('question'))
    await dialog.getByRole('button', { name: 'Empty trash', exact: true }).click()
    await page.getByText('The trash is empty').waitFor()
    await look(page, name('empty'))
    expectQuiet(trace)
    await context.close()
  },
)

test('several files are downloaded as one archive, and clearing a search removes its text', async () => {
  const { person, order } = await activeCustomer()
  for (const name of ['one.txt', 'two.txt']) await put(person, order, name, name)
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files')
  const list = page.getByRole('list', { name: 'Files' })
  for (const name of ['one.txt', 'two.txt']) await list.getByRole('button', { name, exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const bytes = (await readFile(await download.path())).toString('latin1')
  for (const part of ['one.txt', 'two.txt']) expect(bytes).toContain(part)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  const search = page.getByRole('searchbox', { name: 'Search files' })
  await search.fill('nothing has this name')
  await page.getByRole('link', { name: 'Clear the search' }).click()
  await list.getByRole('button', { name: 'one.txt', exact: true }).waitFor()
  expect(await search.inputValue()).toBe('')
  expectQuiet(trace)
  await context.close()
})
