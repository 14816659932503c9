import { day } from '#shared/time.ts'

/** A text that was typed and not saved, as this browser keeps it. */
export type KeptDraft = {
  /** Whose it is; nobody else signed in here is offered it. */
  owner: string
  fileId: string
  /** The opening of the page in which it was typed: two tabs may hold different texts of one file. */
  tab: string
  content: string
  baseVersion: number
  /** Milliseconds since 1970, by this browser's clock. */
  keptAt: number
}

export type DraftKey = Pick<KeptDraft, 'owner' | 'fileId' | 'tab'>

export interface DraftShelf {
  /** Keeps it as of now. */
  put(draft: Omit<KeptDraft, 'keptAt'>): Promise<void>
  drop(key: DraftKey): Promise<void>
  /** The drafts of a file, the latest first. */
  of(owner: string, fileId: string): Promise<KeptDraft[]>
  clear(): Promise<void>
}

const name = 'portal'
const table = 'drafts'
/** Nobody comes back to a draft that is older. */
const keptMs = 30 * day

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(table, { keyPath: ['owner', 'fileId', 'tab'] })
  }
  const database = await done(request)
  // Another version of the portal in another tab may want to change it.
  database.onversionchange = () => database.close()
  return database
}

/** Texts in the browser's own database. One that may keep nothing, or is full, goes on without: nothing is ever thrown. */
function createBrowserShelf(): DraftShelf {
  let opened: Promise<IDBDatabase> | undefined
  async function use<T>(
    mode: IDBTransactionMode,
    fallback: T,
    run: (drafts: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    try {
      opened ??= open()
      const database = await opened
      return await run(database.transaction(table, mode).objectStore(table))
    } catch {
      opened = undefined
      return fallback
    }
  }
  const put = (draft: Omit<KeptDraft, 'keptAt'>) =>
    use(
      'readwrite',
      undefined,
      async (drafts) => void (await done(drafts.put({ ...draft, keptAt: Date.now() }))),
    )
  const drop = ({ owner, fileId, tab }: DraftKey) =>
    use('readwrite', undefined, async (drafts) => done(drafts.delete([owner, fileId, tab])))
  return {
    put,
    drop,
    async of(owner, fileId) {
      const range = () => IDBKeyRange.bound([owner, fileId], [owner, fileId, []])
      const found = await use('readonly', [], (drafts) => done<KeptDraft[]>(drafts.getAll(range())))
      const isOld = ({ keptAt }: KeptDraft) => Date.now() - keptAt > keptMs
      await Promise.all(found.filter(isOld).map(drop))
      return found.filter((draft) => !isOld(draft)).sort((one, other) => other.keptAt - one.keptAt)
    },
    clear: () => use('readwrite', undefined, async (drafts) => done(drafts.clear())),
  }
}

export const draftShelf: DraftShelf = createBrowserShelf()
