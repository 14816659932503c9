import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { bothWidths, expectQuiet, screenshot } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

type File = { id: string; name: string; version: number; content: string }
type Project = { id: string; name: string; files: File[] }

const pageText = `<!doctype html>
<link rel="stylesheet" href="style.css">
<h1>Hello</h1>
<script src="app.js" defer></script>
<p id="out"></p>
`

async function makeProject(person: Person, texts: Record<string, string>): Promise<Project> {
  const project = await person.call<Project>('/api/projects', { name: 'Shop', description: 'A small site' })
  const files: File[] = []
  for (const [name, content] of Object.entries(texts)) {
    const type = name.split('.').at(-1)
    files.push(await person.call('/api/projects/files', { projectId: project.id, name, type, content }))
  }
  return { ...project, files }
}

const addressOf = ({ id, files }: Project, name = files[0]?.name) =>
  `/projects?project=${id}&file=${files.find((file) => file.name === name)?.id}`

const editorOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Code of ${name}` })

/** The code editor itself, which is there once its chunk is. */
async function editor(page: Page, name: string) {
  await page.locator('.code-editor .cm-editor').waitFor()
  return editorOf(page, name)
}

async function write(page: Page, name: string, text: string): Promise<void> {
  const field = await editor(page, name)
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

async function addFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add File' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File Name').fill(name)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add File', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name }).waitFor()
}

test.each(bothWidths)(
  'a project is created, filled, saved and previewed: $viewport, $colourScheme',
  async (look) => {
    const person = await portal.customer()
    const { page, context, trace } = await portal.open(person, look)
    await rememberToasts(context)
    await visit(page, '/projects')
    await page.getByText('No projects yet. Create your first project!').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)

    await page.getByRole('button', { name: 'New Project' }).click()
    await page.getByRole('dialog').getByLabel('Project Name').fill('Shop')
    await page.getByRole('dialog').getByLabel('Description').fill('A small site')
    await expectNoAxeViolationsInBothSchemes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).click()
    await page.getByText('No Files Yet').waitFor()
    await expectNoAxeViolationsInBothSchemes(page)

    for (const name of ['index.html', 'style.css', 'app.js']) await addFile(page, name)
    await write(page, 'app.js', "document.getElementById('out').textContent = 'from the script'")
    await page.getByText('Preview not available for js files').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('File saved successfully').waitFor()

    await page.getByRole('link', { name: 'style.css' }).click()
    await write(page, 'style.css', 'h1 { color: rgb(200, 0, 0) }')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'index.html' }).click()
    await write(page, 'index.html', pageText)
    const frame = page.frameLocator('iframe.project-frame')
    await frame.getByText('from the script').waitFor()
    expect(await frame.locator('h1').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(200, 0, 0)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
    await page.getByText(`${pageText.length} bytes`).waitFor()
    await expectNoAxeViolationsInBothSchemes(page)
    await screenshot(page, `projects-${look.viewport}-${look.colourScheme}`)

    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    const texts = await seenToasts(page)
    for (const text of ['Project created', 'File created', 'File saved'])
      expect(texts).toContain(`Success${text} successfully`)
    const [project] = await person.call<Project[]>('/api/projects')
    expect(project?.files.find(({ name }) => name === 'index.html')?.content).toBe(pageText)
    expectQuiet(trace)
    await context.close()
  },
)

test('the page is complete without a script, with the text in a plain field', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'index.html': pageText })
  const { page, context } = await portal.open(person, { javaScript: false })
  await page.goto(addressOf(project))
  expect(await editorOf(page, 'index.html').inputValue()).toBe(pageText)
  await context.close()
})

const probe = `<p id="out"></p><script>
const attempt = (name, run) => { try { run(); return name + ': open' } catch (error) { return name + ': ' + error.name } }
const found = [
  attempt('cookie', () => document.cookie),
  attempt('localStorage', () => localStorage.length),
  attempt('parent', () => parent.document),
  attempt('top', () => { top.location.href = 'about:blank' }),
  'origin: ' + origin,
]
Promise.allSettled([
  fetch('/api/user', { credentials: 'include' }),
  new Promise((resolve, reject) => { const image = new Image(); image.onload = resolve; image.onerror = reject; image.src = '/api/projects' }),
]).then((calls) => { document.getElementById('out').textContent = [...found, ...calls.map(({ status }) => status)].join(', ') })
</script>`

test('the preview has no access to the portal', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'index.html': probe })
  const { page, context, trace } = await portal.open(person)
  const hits: string[] = []
  // A request that the policy refused is announced, but never answered.
  page.on('response', (response) => {
    if (response.frame() !== page.mainFrame()) hits.push(new URL(response.url()).pathname)
  })
  await visit(page, addressOf(project))
  const out = page.frameLocator('iframe.project-frame').locator('#out')
  await out.filter({ hasText: 'rejected' }).waitFor()
  expect(await out.textContent()).toBe(
    [
      ...['cookie', 'localStorage', 'parent', 'top'].map((name) => `${name}: SecurityError`),
      ...['origin: null', 'rejected', 'rejected'],
    ].join(', '),
  )
  expect(hits).toEqual(['/preview'])
  expect(trace.failures.filter((line) => line.startsWith('5'))).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/projects')
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
  // Begun before the other window saves: what is saved there appears where nothing is typed.
  await write(one.page, 'a.md', 'one again')
  await save(other)
  const dialog = other.page.getByRole('dialog', { name: 'a.md was changed elsewhere' })
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

test('an earlier version can be restored', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'a.md': 'first' })
  const file = project.files[0]?.id
  for (const content of ['second', 'third'])
    await person.call(`/api/projects/files/${file}`, { content }, 'PUT')
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  await editor(page, 'a.md')
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

test('leaving unsaved texts asks first', async () => {
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

/** The unsaved texts that this browser keeps. */
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('portal')
        opening.onsuccess = () => {
          const asked = opening.result.transaction('drafts').objectStore('drafts').getAll()
          asked.onsuccess = () => resolve(asked.result.map(({ content }) => content))
          opening.result.close()
        }
      }),
  )

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
  await until(async () => (await keptTexts(page)).length === texts.length)
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
  expect(await keptTexts(page)).toHaveLength(2)

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
  expect(await keptTexts(page)).toEqual([])
  await context.close()
})

test('a text older than 30 days is forgotten once anybody opens a file', async () => {
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
  await until(async () => (await keptTexts(page)).length === 2)
  const other = await context.newPage()
  await visit(other, address)
  await other.getByText('are kept in this browser').waitFor()
  expect(await keptTexts(other)).toEqual(['typed'])
  await context.close()
})

test('the zip contains the files; publishing puts them on the site, and undoing restores what was there', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  const project = await makeProject(person, { 'index.html': pageText, 'style.css': 'h1{}', 'app.js': '' })
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Shop.zip')
  const list = Bun.spawn(['python3', '-m', 'zipfile', '-t', await download.path()], { stdout: 'pipe' })
  expect(await new Response(list.stdout).text()).toContain('Done testing')

  const site = join(portal.server.dataDir, 'services', order.serviceId, 'public')
  const textOnSite = () => Bun.file(join(site, 'index.html')).text()
  const put = async () => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Last published there').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await put()
  await page.getByText('Project published successfully').waitFor()
  expect(await textOnSite()).toBe(pageText)

  await write(page, 'index.html', '<h1>Second</h1>')
  await page.keyboard.press('Control+s')
  await page.getByText('File saved successfully').waitFor()
  await put()
  await until(async () => (await textOnSite()) === '<h1>Second</h1>')
  expect(await page.getByRole('link', { name: 'Open site' }).getAttribute('href')).toContain(order.serviceId)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Undo…' }).click()
  await page.getByText('replaced 1 file, which comes back').waitFor()
  await page.getByRole('button', { name: 'Undo the publish', exact: true }).click()
  await page.getByText('Publish undone successfully').waitFor()
  expect(await textOnSite()).toBe(pageText)
  expectQuiet(trace)
  await context.close()
})

test('a project made elsewhere appears without a reload, and the one that is open stays in view', async () => {
  const person = await portal.customer()
  const project = await makeProject(person, { 'index.html': '<a href="about.html">About</a>' })
  for (let count = 0; count < 20; count += 1) await person.call('/api/projects', { name: `Newer ${count}` })
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  await editor(page, 'index.html')
  await page.locator('.project-card[aria-current]').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await until(() =>
    page.evaluate(() => {
      const card = document.querySelector('.project-card[aria-current]')?.getBoundingClientRect()
      return card !== undefined && card.top >= 0 && card.bottom <= window.innerHeight
    }),
  )
  await person.call('/api/projects', { name: 'Made elsewhere' })
  await page.getByText('Made elsewhere').waitFor()

  await page.getByRole('button', { name: 'Create about.html' }).click()
  await page.getByText('File created successfully').waitFor()
  await page.getByRole('region', { name: 'Missing files' }).waitFor({ state: 'detached' })
  expectQuiet(trace)
  await context.close()
})

test('a project begins with a template that is shown before it is made', async () => {
  const person = await portal.customer()
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/projects')
  await page.getByRole('button', { name: 'New Project' }).click()
  await page.getByRole('dialog').getByLabel('Project Name').fill('Temple bells')
  await page.getByRole('dialog').getByLabel('Start with').selectOption('business')
  await page.frameLocator('.template-preview iframe').getByText('Temple bells').first().waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).click()
  await page.getByRole('link', { name: 'style.css' }).waitFor()
  const [project] = await person.call<Project[]>('/api/projects')
  expect(project?.files.map(({ name }) => name)).toEqual(['index.html', 'style.css'])
  expectQuiet(trace)
  await context.close()
})
