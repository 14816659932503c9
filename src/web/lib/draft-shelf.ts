import { day } from '#shared/time.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { randomKey } from './calls/random-key.ts'

/** An unsaved text, as this browser stores it. */
export type KeptDraft = {
  /** The owner's id; other users of the browser do not see it. */
  owner: string
  fileId: string
  /** The page load that typed it: two tabs may have different texts of one file. */
  tab: string
  content: string
  baseVersion: number
  /** Milliseconds since 1970, by this browser's clock. */
  keptAt: number
}

type DraftKey = Pick<KeptDraft, 'owner' | 'fileId' | 'tab'>

export interface DraftShelf {
  /** Stores it with the current time; returns whether that succeeded. */
  put(draft: Omit<KeptDraft, 'keptAt'>): Promise<boolean>
  drop(key: DraftKey): Promise<void>
  /** The drafts of a file, the newest first. */
  of(owner: string, fileId: string): Promise<KeptDraft[]>
  /** On sign-out: deletes all drafts, and no page open now, in any tab, stores one any more. */
  close(): Promise<void>
}

const name = 'portal'
const table = 'drafts'
/** Older drafts are deleted. */
const keptMs = 30 * day
/** A new value after each sign-out, for all tabs of this browser. */
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

/** Deletes expired drafts of all users; later operations wait for this. */
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
  // Another tab with a newer portal may need to upgrade it.
  database.onversionchange = () => database.close()
  sweep(database)
  return database
}

/**
 * Unsaved texts in IndexedDB, for one page. Without storage, or with full storage, it does nothing: it
 * never throws.
 */
export function createBrowserShelf(): DraftShelf {
  let opened: Promise<IDBDatabase> | undefined
  const signOutBefore = readStored(lastSignOut)
  const isClosed = () => readStored(lastSignOut) !== signOutBefore
  /** The request's result after the commit; undefined if it failed. */
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
      writeStored(lastSignOut, randomKey())
      return use('readwrite', (drafts) => drafts.clear())
    },
  }
}

export const draftShelf: DraftShelf = createBrowserShelf()
