import { expect, test } from 'bun:test'
import { ready, visit } from '../support/portal.ts'
import {
  activeCustomer,
  banner,
  checkScreen,
  editor,
  fragile,
  makeProject,
  prepare,
  type,
} from './server-gone-steps.ts'

prepare()

test('when the server stops while the editor holds unsaved text, the page stays, says so, and saves on its return', async () => {
  const { portal } = fragile
  const person = await portal.customer()
  const { page, context } = await portal.open(person)
  await visit(page, await makeProject(person))
  await type(page, ' and typed')
  await fragile.kill()
  await banner(page).waitFor()
  await page.keyboard.insertText(' without a server')
  await page.keyboard.press('Control+s')
  await page.locator('.toast', { hasText: 'The connection to the server was lost' }).waitFor()
  await checkScreen(page, 'gone-editor')
  await page.getByRole('button', { name: 'Actions for notes.md' }).click()
  await page.getByRole('button', { name: 'Delete file…' }).click()
  await page.locator('.toast', { hasText: 'This cannot be opened until the connection is back.' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Shop' }).click()
  await page.getByRole('link', { name: 'Download' }).click()
  await page
    .locator('.toast', { hasText: 'This link cannot be opened until the connection is back.' })
    .waitFor()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  const toast = page.locator('.toast', {
    hasText: 'This page cannot be opened until the connection is back.',
  })
  await toast.waitFor()
  expect(new URL(page.url()).pathname).toBe('/projects')
  expect(await editor(page).textContent()).toBe('stored and typed without a server')
  await fragile.bringBack()
  await banner(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('File saved successfully').waitFor()
  await page.getByRole('button', { name: 'Actions for notes.md' }).click()
  await page.getByRole('button', { name: 'Delete file…' }).click()
  await page.getByRole('dialog', { name: 'Delete notes.md?' }).waitFor()
  await context.close()
})

test('after a deployment that removed the scripts, a dialog says so, and a page is reloaded', async () => {
  const { portal } = fragile
  const { page, context } = await portal.open((await activeCustomer()).person)
  await visit(page, '/files')
  let isOld = true
  await page.route(/assets\/(backups|upload-dialog)-/, (route) =>
    isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.locator('.toast', { hasText: 'The portal may have been updated.' }).waitFor()
  await page.getByRole('list', { name: 'Files' }).or(page.getByText('No Files Found')).waitFor()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await ready(page)
  expect(isOld).toBe(false)
  await context.close()
})
