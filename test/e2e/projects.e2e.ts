import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import { addressOf, makeProject, type Project, pageText, write } from './projects-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

async function addFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add File' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File Name').fill(name)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add File', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name }).waitFor()
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
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

test('the zip contains the files; publishing puts them on the site, and undoing restores the earlier files', async () => {
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  const project = await makeProject(person, { 'index.html': pageText, 'style.css': 'h1{}', 'app.js': '' })
  const { page, context, trace } = await portal.open(person)
  await visit(page, addressOf(project))
  await page.getByRole('button', { name: 'Actions for Shop' }).click()
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
  expect(await page.getByRole('link', { name: 'Open site' }).getAttribute('href')).toMatch(
    /\/sites\/[a-z\d-]+\/$/,
  )
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Undo…' }).click()
  await page.getByText('replaced 1 file, which comes back').waitFor()
  await page.getByRole('button', { name: 'Undo the publish', exact: true }).click()
  await page.getByText('Publish undone successfully').waitFor()
  expect(await textOnSite()).toBe(pageText)
  expectQuiet(trace)
  await context.close()
})
