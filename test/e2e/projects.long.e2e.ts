import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, screenshot } from '../support/browser.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { readUnsavedTexts } from '../support/unsaved-texts.ts'
import { addressOf, editor, editorOf, makeProject, type Project, pageText, write } from './projects-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

test('the page is complete without scripts, with the text in a plain field', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'index.html': pageText })
  const { page, context } = await portal.open(person, { javaScript: false })
  await page.goto(addressOf(project))
  expect(await editorOf(page, 'index.html').inputValue()).toBe(pageText)
  await context.close()
})

test('with two windows the second save asks, and either text can win', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'a.md': 'first' })
  const one = await portal.open(person)
  const other = await portal.open(person)
  for (const { page } of [one, other]) {
    await visit(page, addressOf(project))
    await editor(page, 'a.md')
  }
  const save = ({ page }: typeof one) => page.keyboard.press('Control+s')
  await write(one.page, 'a.md', 'one')
  await write(other.page, 'a.md', 'other')
  await save(one)
  await one.page.getByText('File saved successfully').waitFor()
  // Opened before the other window saves: a saved change appears where nothing is typed.
  await write(one.page, 'a.md', 'one again')
  await save(other)
  const dialog = other.page.getByRole('dialog', { name: 'a.md was changed in another window' })
  await dialog.waitFor()
  await expectNoAxeViolations(other.page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await other.page.getByText('File saved successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const stored = async () => (await person.call<Project[]>('/api/projects'))[0]?.files[0]
  expect(await stored()).toMatchObject({ content: 'other', version: 3 })

  await save(one)
  await one.page.getByRole('button', { name: 'Take theirs' }).click()
  await one.page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
  expect(await editorOf(one.page, 'a.md').textContent()).toBe('other')
  expect(await stored()).toMatchObject({ content: 'other', version: 3 })
  await one.context.close()
  await other.context.close()
})

test('deleting a project in another window leaves unsaved text on the screen', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'a.md': 'first' })
  await makeProject(person, { 'b.md': 'other' })
  const { page, context } = await portal.open(person)
  await visit(page, addressOf(project))
  await editor(page, 'a.md')
  await write(page, 'a.md', 'hours of work')
  await page.getByText('Unsaved changes').waitFor()
  await person.call(`/api/projects/${project.id}`, undefined, 'DELETE')
  await page.getByText('This project was deleted in another window.').waitFor()
  expect(await page.getByRole('textbox', { name: 'a.md' }).inputValue()).toBe('hours of work')
  await expectNoAxeViolations(page)
  await screenshot(page, 'projects-lost')
  await page.getByRole('button', { name: 'Discard a.md' }).click()
  await page.getByText('Select a Project').waitFor()
  await context.close()
})

test('an earlier version can be restored', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'a.md': 'first' })
  const file = project.files[0]?.id
  for (const content of ['second', 'third'])
    await person.call(`/api/projects/files/${file}`, { content }, 'PUT')
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  await editor(page, 'a.md')
  await page.getByRole('button', { name: 'Actions for a.md' }).click()
  await page.getByRole('button', { name: 'Versions…' }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.locator('.cm-content', { hasText: 'first' }).waitFor()
  expect((await person.call<Project[]>('/api/projects'))[0]?.files[0]).toMatchObject({
    content: 'first',
    version: 4,
  })
  expectQuiet(trace)
  await context.close()
})

test('leaving with unsaved texts asks first', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'a.md': 'first' })
  const { page, context } = await portal.open(person)
  await visit(page, addressOf(project))
  await write(page, 'a.md', 'changed')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Domains' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByText('a.md').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await editorOf(page, 'a.md').textContent()).toBe('changed')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Domains' })
    .click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForURL('**/domains')
  await context.close()
})

/** A window whose tabs each hold another unsaved text of one file. */
async function openDirtyTabs(texts: string[]) {
  const person = await portal.customer()
  const address = addressOf(await makeProject(person, { 'a.md': 'first' }))
  const { page: blank, context } = await portal.open(person)
  const pages: Page[] = []
  for (const text of texts) {
    const page = await context.newPage()
    await visit(page, address)
    await write(page, 'a.md', text)
    pages.push(page)
  }
  await blank.close()
  const [page, ...others] = pages
  if (!page) throw new Error('no tab')
  await until(async () => (await readUnsavedTexts(page)).length === texts.length)
  return { address, context, page, others }
}

test('signing out asks first while a text is unsaved, and then no tab keeps one', async () => {
  const { context, page, others } = await openDirtyTabs(['here', 'elsewhere'])
  const questions: string[] = []
  let isSure = false
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void (isSure ? dialog.accept() : dialog.dismiss())
  })
  const link = page.getByRole('link', { name: 'Log out' })
  await page.locator('.user-menu summary').click()
  await link.click()
  expect((await context.request.get(`${portal.url}/api/user`)).status()).toBe(200)
  expect(await readUnsavedTexts(page)).toHaveLength(2)

  isSure = true
  if (!(await link.isVisible())) await page.locator('.user-menu summary').click()
  await link.click()
  await page.waitForURL(`${portal.url}/`)
  expect(questions).toEqual(['confirm', 'confirm'])
  for (const other of others) {
    await other.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await other.close()
  }
  await Bun.sleep(500)
  expect(await readUnsavedTexts(page)).toEqual([])
  await context.close()
})

test('a text older than 30 days is removed once any file is opened', async () => {
  const { address, context, page } = await openDirtyTabs(['typed'])
  await page.evaluate(() => {
    const opening = indexedDB.open('portal')
    opening.onsuccess = () => {
      const keptAt = Date.now() - 31 * 86_400_000
      const draft = { owner: 'ravi', fileId: 'x', tab: 'x', content: 'old', baseVersion: 1, keptAt }
      opening.result.transaction('drafts', 'readwrite').objectStore('drafts').put(draft)
      opening.result.close()
    }
  })
  await until(async () => (await readUnsavedTexts(page)).length === 2)
  const other = await context.newPage()
  await visit(other, address)
  await other.getByText('stored in this browser').waitFor()
  expect(await readUnsavedTexts(other)).toEqual(['typed'])
  await context.close()
})

test('a project created in another window appears without a reload, and the open one stays in view', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'index.html': '<a href="about.html">About</a>' })
  for (let count = 0; count < 20; count += 1) await person.call('/api/projects', { name: `Newer ${count}` })
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  await editor(page, 'index.html')
  await page.locator('.record-card[aria-current]').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await until(() =>
    page.evaluate(() => {
      const card = document.querySelector('.record-card[aria-current]')?.getBoundingClientRect()
      return card !== undefined && card.top >= 0 && card.bottom <= window.innerHeight
    }),
  )
  await person.call('/api/projects', { name: 'Made outside' })
  await page.getByText('Made outside').waitFor()

  await page.getByRole('button', { name: 'Create about.html' }).click()
  await page.getByText('File created successfully').waitFor()
  await page.getByRole('region', { name: 'Missing files' }).waitFor({ state: 'detached' })
  expectQuiet(trace)
  await context.close()
})

test('a project starts from a template that is previewed before it is created', async () => {
  const person = await portal.customer()
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/projects')
  await page.getByRole('button', { name: 'New Project' }).click()
  await page.getByRole('dialog').getByLabel('Project Name').fill('Temple bells')
  const choice = page.getByRole('radio', { name: 'One-page business site' })
  await choice.check()
  const card = page.locator('.template-card', { has: choice })
  await card.frameLocator('iframe').getByText('Temple bells').first().waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).click()
  await page.getByRole('link', { name: 'style.css' }).waitFor()
  const [project] = await person.call<Project[]>('/api/projects')
  expect(project?.files.map(({ name }) => name)).toEqual(['index.html', 'style.css'])
  expectQuiet(trace)
  await context.close()
})
