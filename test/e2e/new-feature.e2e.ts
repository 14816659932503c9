import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { expectQuiet } from '../support/browser.ts'
import { makeTestFolder } from '../support/folders.ts'
import { type FeatureTree, type List, makeFeatureTree } from '../support/new-feature.ts'
import { type Person, startPortal, type TestPortal, until, visit, withOwnStream } from '../support/portal.ts'
import { runPortal } from '../support/server.ts'
import { bell, drawer, row } from './shell-activity-steps.ts'
import { field, openByKey, options } from './shell-palette-steps.ts'

// docs/architecture.md, "Adding a feature": a folder, a schema and two lines are enough.

let tree: FeatureTree
let portal: TestPortal
let customer: Person
beforeAll(async () => {
  tree = await makeFeatureTree({ isBuilt: true })
  portal = await startPortal({ root: tree.root, env: { NOTES_MARK: '* ' } })
  customer = await portal.customer()
})
afterAll(() => portal?.stop())

type Note = { id: string; text: string; words: number | null }

const listNotes = () => customer.call<Note[]>('/api/notes')

/** A note whose job has run. */
async function writeNote(text: string): Promise<Note> {
  const { id } = await customer.call<Note>('/api/notes', { text })
  return until(async () => (await listNotes()).find((note) => note.id === id && note.words !== null))
}

const ask = (path: string, headers: Record<string, string> = { cookie: customer.cookie }) =>
  fetch(portal.url + path, { headers })

test('calls of a new feature answer as its setting says, and its job and thread do their work', async () => {
  const { id, text, words } = await writeNote('Renew the lease')
  // The asterisk counts as a word.
  expect([text, words]).toEqual(['* Renew the lease', 4])
  expect(await Bun.file(`${portal.server.dataDir}/notes/${id}.txt`).text()).toBe(text)
  const file = await ask(`/api/notes/${id}/text`)
  expect([file.status, await file.text()]).toEqual([200, text])
  expect((await ask('/api/trpc/notes.list,notes.book?batch=1&input={}')).status).toBe(400)
  expect((await ask('/api/notes', {})).status).toBe(401)
})

test('a new feature appears in the API document and in the list of routes', async () => {
  const { paths } = (await (await ask('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const described = Object.keys(paths).filter((path) => path.startsWith('/api/notes'))
  expect(described.sort()).toEqual(['/api/notes', '/api/notes/book', '/api/notes/{id}/text'])
  const { text } = await tree.run([process.execPath, 'scripts/routes.ts'])
  const routes = text.split('\n').filter((line) => line.includes('/api/notes'))
  expect(routes.map((line) => line.trim().split(/ +/))).toEqual([
    ['GET', '/api/notes', 'notes.list', 'customer', 'projects:read'],
    ['POST', '/api/notes', 'notes.create', 'customer', 'session', 'once'],
    ['GET', '/api/notes/:id/text', 'projects/http', 'customer', 'projects:read'],
    ['GET', '/api/notes/book', 'notes.book', 'customer', 'session'],
  ])
})

test('an API key opens the routes in its area, and no others', async () => {
  const { id } = await writeNote('For a key')
  const wanted = { name: 'Notes', scopes: ['projects:read'], expiresInDays: 30 }
  const { key } = await customer.call<{ key: string }>('/api/user/api-keys', wanted)
  const statusOf = async (path: string) => (await ask(path, { authorization: `Bearer ${key}` })).status
  expect(await statusOf('/api/notes')).toBe(200)
  expect(await statusOf(`/api/notes/${id}/text`)).toBe(200)
  expect(await statusOf('/api/notes/book')).toBe(403)
})

test('a new feature’s page is rendered with its data, its title and its entry in the rail', async () => {
  await writeNote('On the page')
  const answer = await ask('/notes')
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain('<title>Notes · Hosting Portal</title>')
  expect(html).toMatch(/<nav[\s\S]*?<a[^>]* href="\/notes"/)
  expect(html).toContain('* On the page')
})

test('the palette finds a new feature’s page, its events refresh it, and the bell links to it', async () => {
  const { page, context, trace } = await portal.open(customer)
  await withOwnStream(context)
  await visit(page, '/account')
  await openByKey(page)
  await field(page).fill('notes')
  await options(page).filter({ hasText: 'Notes' }).first().click()
  await page.waitForURL('**/notes')
  await page.getByRole('list', { name: 'Notes' }).getByText('* On the page').waitFor()
  trace.requests.length = 0
  // The page learns of the change only from the event that its job sends.
  await writeNote('Written outside')
  await page.getByText('* Written outside (3)').waitFor()
  await page.locator('pre', { hasText: 'Written outside' }).waitFor()
  const calls = trace.requests.map(({ url }) => new URL(url).pathname)
  expect(calls).toContain('/api/trpc/notes.book')
  await bell(page).click()
  await row(page, 'Note', '* Written outside').getByText('Done', { exact: true }).waitFor()
  await visit(page, '/account')
  await bell(page).click()
  await row(page, 'Note', '* Written outside').getByRole('link').click()
  await page.waitForURL('**/notes')
  await drawer(page).waitFor({ state: 'detached' })
  expectQuiet(trace)
  await context.close()
})

test('a new feature’s folder is in the portal’s backup, and its rows are in a customer’s export', async () => {
  const { id, text } = await writeNote('To be backed up')
  const folder = makeTestFolder()
  const { dataDir } = portal.server
  const backup = await runPortal(['backup', `${folder}/portal.tar`], { root: tree.root, dataDir })
  expect([backup.code, backup.stderr]).toEqual([0, ''])
  Bun.spawnSync(['tar', '-xf', `${folder}/portal.tar`, '-C', folder])
  const found = await readdir(folder, { recursive: true })
  expect(found.some((path) => path.endsWith(`notes/${id}.txt`))).toBe(true)

  await customer.call('/api/user/export', {})
  const made = await until(async () => {
    const state = await customer.call<{ status: string; id: string }>('/api/user/export')
    return state.status === 'ready' && state
  })
  await Bun.write(`${folder}/export.zip`, await ask(`/api/user/export/${made.id}/download`))
  const { stdout } = Bun.spawnSync(['unzip', '-p', `${folder}/export.zip`, 'notes.json'])
  expect(JSON.parse(stdout.toString()).map((note: Note) => note.text)).toContain(text)
})

/** Traces of the feature: the status of its call and of its page, and whether another page links to it. */
async function findTraces(list: List) {
  await tree.leaveOut(list)
  const other = await startPortal({ root: tree.root })
  try {
    const { cookie } = await other.customer()
    const [call, page, rail] = await Promise.all(
      ['/api/notes', '/notes', '/account'].map((path) => fetch(other.url + path, { headers: { cookie } })),
    )
    return {
      call: call?.status,
      page: page?.status,
      isInRail: (await rail?.text())?.includes('href="/notes"'),
    }
  } finally {
    await Promise.all([other.stop(), tree.putBack(list)])
  }
}

test('a feature missing from the server’s list has no calls', async () => {
  // The page exists, and says that it could not be loaded.
  expect(await findTraces('src/app/features.ts')).toEqual({ call: 404, page: 200, isInRail: true })
})

test('a feature missing from the browser’s list has no page', async () => {
  expect(await findTraces('src/app/web/features.ts')).toEqual({ call: 200, page: 404, isInRail: false })
})
