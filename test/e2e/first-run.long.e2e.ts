import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { doToFile } from '../support/file-verbs.ts'
import { until, visit } from '../support/portal.ts'
import { packZip } from '../support/zips.ts'
import { expectStyled, folder, openDashboard, portal, prepare, site, steps } from './first-run-steps.ts'

prepare()

test('a zip chosen on the dashboard is extracted and opened, and the zip itself is in the trash', async () => {
  const { page, context, trace } = await openDashboard('zipped.example.com')
  const packed = await packZip(site.map(({ path, content }) => ({ path: `my-site/${path}`, content })))
  const file = { name: 'my-site.zip', mimeType: 'application/zip', buffer: packed }
  await steps(page).getByLabel('Drop your site here').setInputFiles(file)
  await steps(page).getByText('Your site is in place.').waitFor()
  await expectNoAxeViolations(page)
  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    steps(page).getByRole('link', { name: 'Open site' }).click(),
  ])
  await expectStyled(shown)
  await page.goto('/files?show=trash')
  await page.getByRole('list', { name: 'Deleted files' }).getByText('my-site.zip').waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a zip continues uploading while other pages are shown, and can be cancelled', async () => {
  const { page, context, trace } = await openDashboard()
  const packed = await packZip(site)
  const file = { name: 'my-site.zip', mimeType: 'application/zip', buffer: packed }
  const held = Promise.withResolvers<void>()
  await page.route('**/extract', async (route) => {
    await held.promise
    await route.continue()
  })
  await steps(page).getByLabel('Drop your site here').setInputFiles(file)
  await steps(page).getByLabel('Extracting').waitFor()
  await expectNoAxeViolations(page)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Files' }).click()
  await page.waitForURL('**/files')
  await page.locator('.files-page').waitFor()
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await steps(page).getByLabel('Extracting').waitFor()
  held.resolve()
  await steps(page).getByText('Your site is in place.').waitFor()

  const answer = Promise.withResolvers<void>()
  await page.route('**/extract', () => answer.promise)
  await steps(page)
    .getByLabel('Drop your site here')
    .setInputFiles({ ...file, name: 'second.zip' })
  await steps(page).getByLabel('Extracting').waitFor()
  await steps(page).getByRole('button', { name: 'Cancel' }).click()
  await steps(page).getByText('Drop your site here').waitFor()
  answer.resolve()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/files?show=trash')
  await page.getByRole('list', { name: 'Deleted files' }).getByText('second.zip').waitFor()
  expectQuiet(trace)
  await context.close()
})

/** Drops a folder from the disk on the middle of a page, as the desktop does. */
async function dropOn(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = { x: 700, y: 700, data: { items: [], files: [path], dragOperationsMask: 1 } }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at })
  await send('dragEnter')
  await until(async () => {
    await send('dragOver')
    return page.locator('.files-page[data-over]').isVisible()
  })
  await send('drop')
}

test('a folder dropped anywhere on the files page keeps its structure, and a zip is extracted and undone', async () => {
  const { page, context, trace } = await openDashboard('dropped.example.com')
  await visit(page, '/files')
  await dropOn(page, folder)
  const list = page.getByRole('list', { name: 'Files' })
  await page.getByRole('region', { name: 'Uploads' }).getByText('3 uploaded').waitFor()
  await list.getByRole('link', { name: 'my-site', exact: true }).click()
  await list.getByRole('link', { name: 'css', exact: true }).waitFor()
  await list.getByRole('link', { name: 'img', exact: true }).waitFor()
  await list.getByRole('button', { name: 'index.html', exact: true }).waitFor()

  const packed = await packZip([
    { path: 'index.html', content: 'newer' },
    { path: 'new.html', content: 'x' },
  ])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  const file = { name: 'more.zip', mimeType: 'application/zip', buffer: packed }
  await dialog.getByLabel('Drop files or folders here').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Start Upload' }).click()
  await doToFile(page, 'Extract here', 'more.zip')
  const extracting = page.getByRole('dialog', { name: 'Extract more.zip' })
  await extracting.getByRole('button', { name: 'Extract here' }).click()
  await extracting.getByText('my-site/index.html already exists.').waitFor()
  await expectNoAxeViolations(page)
  await extracting.getByRole('button', { name: 'Replace' }).click()
  await extracting.waitFor({ state: 'detached' })
  await list.locator('.files-name', { hasText: 'new.html' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.locator('.files-name', { hasText: 'new.html' }).waitFor({ state: 'detached' })
  await list.locator('.files-name', { hasText: 'index.html' }).waitFor()
  // A taken name is a 409, which the page asks about.
  expectQuiet(trace, [/409/])
  await context.close()
})

test('projects that exceed one page are searched, sorted and paged, and the address holds the state', async () => {
  const person = await portal.customer()
  for (let number = 1; number <= 26; number += 1)
    await person.call('/api/projects', { name: `Project ${number}` })
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/projects')
  const list = page.locator('.record-list')
  expect(await list.getByRole('listitem').count()).toBe(25)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText('Page 2 of 2 · 26 found').waitFor()
  expect(await list.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Project 1')])
  await page.getByLabel('Sort by').selectOption('name')
  await list.getByText('Project 25', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('project 2')
  await page.getByText('Page 1 of 1 · 8 found').waitFor()
  await list.getByText('Project 26', { exact: true }).click()
  await page.getByRole('heading', { name: 'Project 26' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('q'), searchParams.get('sort')]).toEqual(['project 2', 'name'])
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
})
