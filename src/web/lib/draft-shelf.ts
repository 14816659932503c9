import { day } from '#shared/time.ts'
import { randomKey } from './calls/random-key.ts'
import { keep, readKept } from './kept.ts'

/** An unsaved text, as this browser stores it. */
export type KeptDraft = {
  /** Whose it is; it is not offered to other users of the browser. */
  owner: string
  fileId: string
  /** The page load in which it was typed: two tabs may have different texts of one file. */
  tab: string
  content: string
  baseVersion: number
  /** Milliseconds since 1970, by this browser's clock. */
  keptAt: number
}

type DraftKey = Pick<KeptDraft, 'owner' | 'fileId' | 'tab'>

export interface DraftShelf {
  /** Stores it as of now; returns whether it is stored. */
  put(draft: Omit<KeptDraft, 'keptAt'>): Promise<boolean>
  drop(key: DraftKey): Promise<void>
  /** The drafts of a file, the newest first. */
  of(owner: string, fileId: string): Promise<KeptDraft[]>
  /** The user signs out: all drafts are deleted, and no page open now, in any tab, stores one any more. */
  close(): Promise<void>
}

const name = 'portal'
const table = 'drafts'
/** Older drafts are not worth keeping. */
const keptMs = 30 * day
/** Another value after each sign-out, for all tabs of this browser. */
const lastSignOut = 'signed-out'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Deletes drafts that are too old, whoever typed them; later operations wait for this. */
function sweep(database: IDBDatabase): void {
  const walk = database.transaction(table, 'readwrite').objectStore(table).openCursor()
  walk.onsuccess = () => {
    const cursor = walk.result
    if (!cursor) return
    const { keptAt }: KeptDraft = cursor.value
    if (Date.now() - keptAt > keptMs) cursor.delete()
    cursor.continue()
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(table, { keyPath: ['owner', 'fileId', 'tab'] })
  }
  const database = await done(request)
  // Another version of the portal in another tab may want to change it.
  database.onversionchange = () => database.close()
  sweep(database)
  return database
}

/**
 * Texts in the browser's own database, for one page. A browser that may keep nothing, or is full, goes on without: nothing is
 * ever thrown.
 */
export function createBrowserShelf(): DraftShelf {
  let opened: Promise<IDBDatabase> | undefined
  const signOutBefore = readKept(lastSignOut)
  const isClosed = () => readKept(lastSignOut) !== signOutBefore
  /** The database's result once the change is committed; nothing when it was not. */
  async function use<T>(
    mode: IDBTransactionMode,
    ask: (drafts: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    try {
      opened ??= open()
      const transaction = (await opened).transaction(table, mode)
      const request = ask(transaction.objectStore(table))
      await completed(transaction)
      return request.result
    } catch {
      opened = undefined
      return undefined
    }
  }
  return {
    async put(draft) {
      if (isClosed()) return false
      const key = await use('readwrite', (drafts) => drafts.put({ ...draft, keptAt: Date.now() }))
      return key !== undefined
    },
    drop: ({ owner, fileId, tab }) => use('readwrite', (drafts) => drafts.delete([owner, fileId, tab])),
    async of(owner, fileId) {
      const range = () => IDBKeyRange.bound([owner, fileId], [owner, fileId, []])
      const found = await use<KeptDraft[]>('readonly', (drafts) => drafts.getAll(range()))
      return (found ?? []).sort((one, other) => other.keptAt - one.keptAt)
    },
    close() {
      keep(lastSignOut, randomKey())
      return use('readwrite', (drafts) => drafts.clear())
    },
  }
}

export const draftShelf: DraftShelf = createBrowserShelf()
