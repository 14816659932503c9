import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createDraftWriter } from '#features/projects/web/drafts/draft-writer.ts'
import { day } from '#shared/time.ts'
import { type FakeDrafts, fakeDrafts } from '#test/support/fake-drafts.ts'
import { createBrowserShelf } from './draft-shelf.ts'

let database: FakeDrafts
beforeEach(() => {
  database = fakeDrafts()
})
afterEach(() => database.restore())

const draft = { owner: 'asha', fileId: 'f', tab: 'this', content: 'typed', baseVersion: 1 }

/** An open page with unsaved text. */
function openPage(tab: string) {
  const shelf = createBrowserShelf()
  const writer = createDraftWriter({ shelf, owner: 'asha', tab })
  writer.note({ f: { content: tab, baseVersion: 1 } })
  return {
    shelf,
    async leave() {
      writer.flush()
      await Bun.sleep(20)
    },
  }
}

const readUnsavedTexts = () => [...database.rows.values()].map(({ content }) => content)

test('after a sign-out no open page stores its drafts again when it is left, in this tab or another', async () => {
  const [here, elsewhere] = [openPage('here'), openPage('elsewhere')]
  await here.leave()
  await elsewhere.leave()
  expect(readUnsavedTexts()).toEqual(['here', 'elsewhere'])
  await here.shelf.close()
  await here.leave()
  await elsewhere.leave()
  expect(readUnsavedTexts()).toEqual([])
  await openPage('signed in anew').leave()
  expect(readUnsavedTexts()).toEqual(['signed in anew'])
})

test('a draft counts as stored once the database has committed it, and not if it is rolled back', async () => {
  const shelf = createBrowserShelf()
  expect(await shelf.put(draft)).toBe(true)
  database.isFull = true
  expect(await shelf.put(draft)).toBe(false)
})

test('deletes drafts older than 30 days on first use, also those of other users', async () => {
  const old = { ...draft, owner: 'ravi', keptAt: Date.now() - 31 * day }
  database.rows.set('old', old)
  database.rows.set('younger', { ...old, content: 'younger', keptAt: Date.now() - 29 * day })
  await createBrowserShelf().put(draft)
  expect(readUnsavedTexts()).toEqual(['younger', 'typed'])
})
