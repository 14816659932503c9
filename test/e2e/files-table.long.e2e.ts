import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { visit } from '../support/portal.ts'
import { box, customerWithFiles, expectFits, portal, prepare, row } from './files-table-steps.ts'

prepare()

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `New name of ${name}` })

async function openMenu(page: Page, name: string, verb: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('button', { name: `${verb} ${name}` }).click()
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('F2 renames a file in place, and a refused name stays in the field', async () => {
  const { person } = await customerWithFiles(['a.txt', 'b.txt'])
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files?view=list')
  await box(page, 'a.txt').focus()
  await page.keyboard.press('F2')
  await field(page, 'a.txt').waitFor()
  // Typing replaces the name up to its extension.
  await page.keyboard.type('b')
  await page.keyboard.press('Enter')
  await page.locator('.files-rename-problem').getByText('"b.txt" already exists in this folder.').waitFor()
  expect(await field(page, 'a.txt').inputValue()).toBe('b.txt')
  await expectFits(page)
  await page.keyboard.press('Escape')
  await row(page, 'a.txt').waitFor()
  expect(await focused(page)).toBe('a.txt')
  await page.keyboard.press('F2')
  await page.keyboard.type('plan')
  await page.keyboard.press('Enter')
  await box(page, 'plan.txt').waitFor()
  expect(await focused(page)).toBe('plan.txt')
  expectQuiet(trace, [/409/])
  await context.close()
})

test('a name changed in another window meanwhile is not overwritten, and the refusal gives the current name', async () => {
  const { person } = await customerWithFiles(['draft.txt'])
  const [{ id } = { id: '' }] = await person.call<{ id: string }[]>('/api/files')
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, '/files?view=list')
  await openMenu(page, 'draft.txt', 'Rename')
  await field(page, 'draft.txt').fill('plan.txt')
  await person.call(`/api/files/${id}`, { name: 'other.txt' }, 'PATCH')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.locator('.files-rename-problem').getByText('renamed or moved to "other.txt"').waitFor()
  await expectFits(page)
  await page.getByRole('button', { name: 'Keep the old name' }).click()
  await box(page, 'other.txt').waitFor()
  expectQuiet(trace, [/409/])
  await context.close()
})

test.each(['', '&view=list'])('matches show their folder with a link to it%s', async (view) => {
  const { person, order } = await customerWithFiles(['report.txt'])
  const body = new FormData()
  body.append('serviceId', order.serviceId)
  body.append('path', 'papers/2026')
  body.append('file', new File(['x'], 'report-2.txt'))
  await fetch(`${portal.url}/api/files`, { method: 'POST', body, headers: { cookie: person.cookie } })
  const { page, context, trace } = await portal.open(person)
  await visit(page, `/files?q=report${view}`)
  const place = (name: string) => page.locator('tr, li').filter({ hasText: name }).locator('.files-folder')
  expect(await place('report.txt').textContent()).toBe('All files')
  await expectFits(page)
  await place('report-2.txt').click()
  await page.getByRole('navigation', { name: 'Folder' }).getByText('2026').waitFor()
  expect(new URL(page.url()).searchParams.get('path')).toBe('papers/2026')
  expect(await page.getByRole('searchbox', { name: 'Search files' }).inputValue()).toBe('')
  await page.getByText('report-2.txt').first().waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a shared file says so in its row, and files that could not be loaded are loaded again', async () => {
  const { person } = await customerWithFiles(['a.txt'])
  const { page, context } = await portal.open(person)
  await visit(page, '/files?view=list')
  await openMenu(page, 'a.txt', 'Share')
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await row(page, 'a.txt').getByText('Shared').waitFor()
  await page.route(/files\.browse/, (route) => route.fulfill({ status: 500, body: 'gone' }))
  await page.getByRole('searchbox', { name: 'Search files' }).fill('a')
  await page.getByText('Your files could not be loaded').waitFor()
  await expectFits(page)
  await page.unroute(/files\.browse/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'a.txt').waitFor()
  await context.close()
})
