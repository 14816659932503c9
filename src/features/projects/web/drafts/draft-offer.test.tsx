import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { type DraftShelf, draftShelf, type KeptDraft } from '#web/lib/draft-shelf.ts'
import type { ProjectFile } from '../../contract/contract.ts'
import { DraftOffer } from './draft-offer.tsx'
import { createDraftWriter } from './draft-writer.ts'
import type { DraftKeeper } from './use-drafts.ts'

const keyOf = ({ owner, fileId, tab }: Omit<KeptDraft, 'content' | 'baseVersion' | 'keptAt'>) =>
  [owner, fileId, tab].join('/')

/** An in-memory replacement of IndexedDB. */
function createMemoryShelf(): DraftShelf & { all: Map<string, KeptDraft> } {
  const all = new Map<string, KeptDraft>()
  let clock = 0
  return {
    all,
    put: async (draft) => {
      clock += 1
      all.set(keyOf(draft), { ...draft, keptAt: clock })
      return true
    },
    drop: async (key) => void all.delete(keyOf(key)),
    of: async (owner, fileId) =>
      [...all.values()]
        .filter((draft) => draft.owner === owner && draft.fileId === fileId)
        .sort((one, other) => other.keptAt - one.keptAt),
    close: async () => all.clear(),
  }
}

const real = { ...draftShelf }
let shelf: ReturnType<typeof createMemoryShelf>
beforeEach(() => {
  shelf = createMemoryShelf()
  Object.assign(draftShelf, shelf)
})
afterEach(() => Object.assign(draftShelf, real))

const file: ProjectFile = {
  id: 'f',
  projectId: 'p',
  name: 'a.css',
  type: 'css',
  content: 'stored',
  size: 6,
  version: 3,
  createdAt: '2026-11-20T06:30:00.000Z',
  updatedAt: '2026-11-20T06:30:00.000Z',
}

const kept = (tab: string, content: string) => ({
  owner: 'asha',
  fileId: 'f',
  tab,
  content,
  baseVersion: 2,
})

async function show(drafts: DraftKeeper['drafts'] = {}) {
  const restore = mock()
  const keeper = { owner: 'asha', tab: 'this', drafts, restore } as unknown as DraftKeeper
  await act(async () => {
    render(
      <MantineProvider env="test">
        <DraftOffer file={file} keeper={keeper} />
      </MantineProvider>,
    )
  })
  return restore
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const offer = () => screen.queryByText(/Unsaved changes to a.css/)

test('offers the newest draft of another tab; restoring moves it to this tab and drops the others', async () => {
  await shelf.put(kept('before', 'older'))
  await shelf.put(kept('crashed', 'newer'))
  const restore = await show()
  expect(screen.getByRole('status').textContent).toContain('stored in this browser')
  await press('Restore')
  expect(restore.mock.calls).toEqual([['f', { content: 'newer', baseVersion: 2 }]])
  expect([...shelf.all.keys()]).toEqual(['asha/f/this'])
  expect(offer()).toBeNull()
})

test('a restored draft stays in its place if the browser cannot store it again', async () => {
  await shelf.put(kept('crashed', 'newer'))
  draftShelf.put = async () => false
  const restore = await show()
  await press('Restore')
  expect(restore).toHaveBeenCalledTimes(1)
  expect([...shelf.all.keys()]).toEqual(['asha/f/crashed'])
})

test('never offers a discarded draft again', async () => {
  await shelf.put(kept('crashed', 'newer'))
  const restore = await show()
  await press('Discard')
  expect(restore).not.toHaveBeenCalled()
  expect(shelf.all.size).toBe(0)
  expect(offer()).toBeNull()
})

test.each([
  ['the stored text', kept('other', 'stored')],
  ['this tab’s own draft', kept('this', 'mine')],
  ['somebody else’s', { ...kept('other', 'theirs'), owner: 'ravi' }],
])('does not offer %s', async (_, draft) => {
  await shelf.put(draft)
  await show()
  expect(offer()).toBeNull()
})

test('offers a draft typed in another tab meanwhile when this tab becomes visible again', async () => {
  await show()
  expect(offer()).toBeNull()
  await shelf.put(kept('other', 'typed'))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(offer()).toBeDefined()
})

const texts = () => [...shelf.all.values()].map(({ content }) => content)
const settle = () => Bun.sleep(300)

test('stores drafts as they change, and removes them when they are saved or discarded', async () => {
  const writer = createDraftWriter({ shelf, owner: 'asha', tab: 'this' })
  writer.note({ f: { content: 'a', baseVersion: 1 } })
  writer.note({ f: { content: 'ab', baseVersion: 1 }, g: { content: 'x', baseVersion: 4 } })
  await settle()
  expect(texts()).toEqual(['ab', 'x'])
  writer.note({ g: { content: 'x', baseVersion: 4 } })
  await settle()
  expect(texts()).toEqual(['x'])
})

test('leaving the page stores drafts immediately, even one that another tab removed', async () => {
  const writer = createDraftWriter({ shelf, owner: 'asha', tab: 'this' })
  writer.note({ f: { content: 'a', baseVersion: 1 } })
  writer.flush()
  expect(texts()).toEqual(['a'])
  await shelf.drop({ owner: 'asha', fileId: 'f', tab: 'this' })
  writer.flush()
  expect(texts()).toEqual(['a'])
})
