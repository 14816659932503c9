import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createDraftWriter } from '#features/projects/web/keep-drafts.ts'
import { day } from '#shared/time.ts'
import { type FakeDrafts, fakeDrafts } from '#test/support/fake-drafts.ts'
import { createBrowserShelf } from './draft-shelf.ts'

let database: FakeDrafts
beforeEach(() => {
  database = fakeDrafts()
})
afterEach(() => database.restore())

const draft = { owner: 'asha', fileId: 'f', tab: 'this', content: 'typed', baseVersion: 1 }

/** An open page in which something is typed and not saved. */
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

const keptTexts = () => [...database.rows.values()].map(({ content }) => content)

test('after a sign-out no open page puts its texts back when it is left, in this tab or another', async () => {
  const [here, elsewhere] = [openPage('here'), openPage('elsewhere')]
  await here.leave()
  await elsewhere.leave()
  expect(keptTexts()).toEqual(['here', 'elsewhere'])
  await here.shelf.close()
  await here.leave()
  await elsewhere.leave()
  expect(keptTexts()).toEqual([])
  await openPage('signed in anew').leave()
  expect(keptTexts()).toEqual(['signed in anew'])
})

test('a text counts as kept when the database has it for good, not when it takes the text back', async () => {
  const shelf = createBrowserShelf()
  expect(await shelf.put(draft)).toBe(true)
  database.isFull = true
  expect(await shelf.put(draft)).toBe(false)
})

test('texts of more than 30 days ago are gone once the shelf is used, whoever typed them', async () => {
  const old = { ...draft, owner: 'ravi', keptAt: Date.now() - 31 * day }
  database.rows.set('old', old)
  database.rows.set('younger', { ...old, content: 'younger', keptAt: Date.now() - 29 * day })
  await createBrowserShelf().put(draft)
  expect(keptTexts()).toEqual(['younger', 'typed'])
})
