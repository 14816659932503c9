import { useState } from 'react'
import type { ProjectFile } from '../contract.ts'

/** What was typed and not saved, and the version it was made from. */
export type Draft = { content: string; baseVersion: number }
export type Drafts = Readonly<Record<string, Draft>>

const without = (drafts: Drafts, fileId: string): Drafts => {
  const { [fileId]: _, ...rest } = drafts
  return rest
}

/** The drafts after the file's text was changed to `content`; the stored text is no draft. */
export function edited(drafts: Drafts, file: ProjectFile, content: string): Drafts {
  if (content === file.content) return without(drafts, file.id)
  const baseVersion = drafts[file.id]?.baseVersion ?? file.version
  return { ...drafts, [file.id]: { content, baseVersion } }
}

/** The drafts after the server took a text; what was typed meanwhile stays, on top of it. */
export function settled(drafts: Drafts, saved: ProjectFile): Drafts {
  const draft = drafts[saved.id]
  if (!draft || draft.content === saved.content) return without(drafts, saved.id)
  return { ...drafts, [saved.id]: { content: draft.content, baseVersion: saved.version } }
}

/** Unsaved texts of all files of the page, kept while it is open. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>({})
  return {
    drafts,
    edit: (file: ProjectFile, content: string) => setDrafts((before) => edited(before, file, content)),
    settle: (saved: ProjectFile) => setDrafts((before) => settled(before, saved)),
    discard: (fileId: string) => setDrafts((before) => without(before, fileId)),
  }
}

export type DraftKeeper = ReturnType<typeof useDrafts>
