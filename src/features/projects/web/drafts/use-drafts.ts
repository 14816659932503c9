import { useEffect, useState } from 'react'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { draftShelf } from '#web/lib/draft-shelf.ts'
import { useViewer } from '#web/viewer.ts'
import type { ProjectFile } from '../../contract/contract.ts'
import { createDraftWriter } from './draft-writer.ts'
import type { Draft, Drafts } from './drafts.ts'

const without = (drafts: Drafts, fileId: string): Drafts => {
  const { [fileId]: _, ...rest } = drafts
  return rest
}

/** The drafts after an edit; a text equal to the stored one is no draft. */
export function edited(drafts: Drafts, file: ProjectFile, content: string): Drafts {
  if (content === file.content) return without(drafts, file.id)
  const baseVersion = drafts[file.id]?.baseVersion ?? file.version
  return { ...drafts, [file.id]: { content, baseVersion } }
}

/** The drafts after a save; later typing stays, based on the saved version. */
export function settled(drafts: Drafts, saved: ProjectFile): Drafts {
  const draft = drafts[saved.id]
  if (!draft || draft.content === saved.content) return without(drafts, saved.id)
  return { ...drafts, [saved.id]: { content: draft.content, baseVersion: saved.version } }
}

/** Stores the drafts in this browser while they change, and immediately when the page is hidden or left. */
function useKeptDrafts(drafts: Drafts, owner: string, tab: string): void {
  const [writer] = useState(() => createDraftWriter({ shelf: draftShelf, owner, tab }))
  useEffect(() => writer.note(drafts), [writer, drafts])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('visibilitychange', () => document.hidden && writer.flush(), { signal })
    window.addEventListener('pagehide', writer.flush, { signal })
    return () => {
      stop.abort()
      writer.flush()
    }
  }, [writer])
}

/** Unsaved texts of the page's files, stored in this browser until they are saved or discarded. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [tab] = useState(randomKey)
  const owner = useViewer()?.id ?? ''
  useKeptDrafts(drafts, owner, tab)
  return {
    drafts,
    owner,
    tab,
    edit: (file: ProjectFile, content: string) => setDrafts((before) => edited(before, file, content)),
    /** Continues with a stored draft of this tab or another one. */
    restore: (fileId: string, draft: Draft) => setDrafts((before) => ({ ...before, [fileId]: draft })),
    settle: (saved: ProjectFile) => setDrafts((before) => settled(before, saved)),
    discard: (fileId: string) => setDrafts((before) => without(before, fileId)),
  }
}

export type DraftKeeper = ReturnType<typeof useDrafts>
