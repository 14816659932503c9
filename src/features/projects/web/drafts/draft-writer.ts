import type { DraftShelf } from '#web/lib/draft-shelf.ts'
import type { Drafts } from './drafts.ts'

/** A crash loses at most this much typing. */
const writeEveryMs = 250

type DraftWriterOptions = { shelf: DraftShelf; owner: string; tab: string }

/** Stores the drafts of one open page, as they change. */
export function createDraftWriter({ shelf, owner, tab }: DraftWriterOptions) {
  let latest: Drafts = {}
  let kept: Drafts = {}
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (isForced: boolean) => {
    clearTimeout(timer)
    timer = undefined
    for (const [fileId, draft] of Object.entries(latest)) {
      if (!isForced && kept[fileId] === draft) continue
      void shelf.put({ owner, fileId, tab, ...draft })
    }
    for (const fileId of Object.keys(kept)) {
      if (!latest[fileId]) void shelf.drop({ owner, fileId, tab })
    }
    kept = latest
  }
  return {
    note(drafts: Drafts): void {
      latest = drafts
      timer ??= setTimeout(() => write(false), writeEveryMs)
    },
    /** Writes immediately, even a text that is already stored: another tab may have removed it. */
    flush: () => write(true),
  }
}
