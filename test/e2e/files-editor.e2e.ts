import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'

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

async function siteWith(files: Record<string, string>): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  for (const [name, text] of Object.entries(files)) await portal.upload(person, order, name, text)
  return { person, order }
}

const filesOf = ({ serviceId }: Order): string => `/server-management/${serviceId}/files`

type Stored = { id: string; fileName: string }

async function idOf(person: Person, name: string): Promise<string> {
  const stored = await person.call<Stored[]>('/api/files')
  return stored.find(({ fileName }) => fileName === name)?.id ?? ''
}

async function textOf(person: Person, name: string): Promise<string> {
  const path = `/api/files/${await idOf(person, name)}/content`
  return (await fetch(portal.url + path, { headers: { cookie: person.cookie } })).text()
}

const editor = (page: Page) => page.locator('.cm-content')

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'a page of a site is edited, saved, seen on the site, and the save is undone: $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `editor-${options.viewport}-${options.colourScheme}-${step}`
    const { person, order } = await siteWith({ 'index.html': '<h1>one</h1>\r\n<p>two</p>\r\n' })
    const { page, context, trace } = await portal.open(person, options)
    await visit(page, `/server-management/${order.serviceId}`)
    await page
      .getByRole('tab', { name: 'Files' })
      .or(page.getByRole('link', { name: 'Files', exact: true }))
      .first()
      .click()
    const list = page.getByRole('list', { name: 'Files' })
    await list.getByRole('button', { name: 'index.html', exact: true }).dblclick()
    await editor(page).getByText('one').waitFor()
    await look(page, name('open'))
    await typeAtEnd(page, '<p>three</p>')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByText('Line 3, column 13').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('File Saved').waitFor()
    await page.getByText('All changes saved').waitFor()
    expect(await textOf(person, 'index.html')).toBe('<h1>one</h1>\r\n<p>two</p>\r\n<p>three</p>')
    await look(page, name('saved'))
    const onSite = await page.getByRole('link', { name: 'Open on site' }).getAttribute('href')
    expect(await (await fetch(onSite ?? '')).text()).toContain('<p>three</p>')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Save Undone').waitFor()
    await editor(page).getByText('three').waitFor({ state: 'detached' })
    expect(await textOf(person, 'index.html')).toBe('<h1>one</h1>\r\n<p>two</p>\r\n')
    expectQuiet(trace)
    await context.close()
  },
)

test('a text saved in another window meanwhile is overwritten only after confirmation, and leaving asks too', async () => {
  const { person, order } = await siteWith({ 'a.txt': 'first' })
  const { page, context, trace } = await portal.open(person)
  const id = await idOf(person, 'a.txt')
  await visit(page, `${filesOf(order)}?open=${id}`)
  await editor(page).getByText('first').waitFor()
  await typeAtEnd(page, ' mine')
  await person.call(`/api/files/${id}/content`, { content: 'theirs' }, 'PUT')
  await page.getByText('Someone else changed the file.').waitFor()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'a.txt has changed' })
  await dialog.waitFor()
  await look(page, 'editor-conflict')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await editor(page).getByText('first mine').waitFor()
  await page.getByRole('link', { name: 'All files' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByText('Your changes to a.txt will be lost.').waitFor()
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByText('File Saved').waitFor()
  expect(await textOf(person, 'a.txt')).toBe('first mine')
  // The text has no unsaved changes: the new version replaces it.
  await person.call(`/api/files/${id}/content`, { content: 'theirs again' }, 'PUT')
  await editor(page).getByText('theirs again').waitFor()
  await page.getByRole('link', { name: 'All files' }).click()
  await page.getByRole('list', { name: 'Files' }).waitFor()
  expectQuiet(trace, [/409/])
  await context.close()
})

test('a new file opens immediately, and a taken name is refused below the field', async () => {
  const { person, order } = await siteWith({ 'a.txt': 'first' })
  const { page, context, trace } = await portal.open(person, { viewport: 'phone' })
  await visit(page, filesOf(order))
  await page.getByRole('button', { name: 'New file' }).click()
  const dialog = page.getByRole('dialog', { name: 'New file' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('a.txt')
  await page.keyboard.press('Enter')
  await dialog.getByText('"a.txt" already exists in this folder.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('.htaccess')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await editor(page).waitFor()
  await typeAtEnd(page, 'Options -Indexes')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('File Saved').waitFor()
  await look(page, 'editor-phone-new')
  await page.reload()
  await editor(page).getByText('Options -Indexes').waitFor()
  expectQuiet(trace, [/409/])
  await context.close()
})

test('a file that is not text does not open, and the reason is shown', async () => {
  const { person, order } = await siteWith({ 'large.txt': 'x'.repeat(1_100_000), 'pack.7z': 'x' })
  const body = new FormData()
  body.append('serviceId', order.serviceId)
  body.append('file', new File([new Uint8Array([0x63, 0xe9])], 'latin.txt'))
  await fetch(`${portal.url}/api/files`, { method: 'POST', body, headers: { cookie: person.cookie } })
  const { page, context, trace } = await portal.open(person)
  for (const [file, words] of [
    ['latin.txt', 'Not UTF-8 text'],
    ['large.txt', 'Too large to edit here'],
    ['pack.7z', 'No preview for this type'],
  ] as const) {
    await visit(page, `${filesOf(order)}?open=${await idOf(person, file)}`)
    await page.getByText(words).waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await look(page, `editor-${file}`)
  }
  await visit(page, `${filesOf(order)}?open=${order.id}`)
  await page.getByText('The file could not be loaded').waitFor()
  expectQuiet(trace, [/404/])
  await context.close()
})

test('the files of each site are shown separately, and the next visit shows the chosen site', async () => {
  const { person } = await siteWith({ 'index.html': 'first site' })
  const second = await portal.order(person, 'second.example.com')
  await portal.activate(person, second)
  await portal.upload(person, second, 'index.html', 'second site')
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/files')
  expect(await page.getByRole('list', { name: /^Files on/ }).count()).toBe(2)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const service = page.getByRole('dialog', { name: 'Upload files' }).getByLabel('Service')
  expect(await service.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page
    .getByRole('heading', { name: /second\.example\.com/ })
    .getByRole('link')
    .click()
  await page.waitForURL(`**/files?service=${second.serviceId}`)
  await visit(page, '/dashboard')
  await visit(page, '/files')
  await until(async () => new URL(page.url()).searchParams.get('service') === second.serviceId)
  await page.getByRole('combobox', { name: 'Service' }).selectOption('All Services')
  await page
    .getByRole('list', { name: /^Files on/ })
    .first()
    .waitFor()
  await visit(page, '/files')
  expect(await page.getByRole('list', { name: /^Files on/ }).count()).toBe(2)
  expectQuiet(trace)
  await context.close()
})
