import type { ConflictChoice } from '#features/files/contract/contract.ts'
import { countText } from '#shared/text/count-text.ts'

/** Where files go. */
export type Target = { serviceId: string; path: string }

/** `offline` waits for the server to be back, `conflict` for an answer; `skipped` and `cancelled` were never stored. */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'offline'
  | 'conflict'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'cancelled'

export type Upload = {
  key: number
  /** Files that were added together are one upload, whose questions one answer may settle. */
  batch: number
  file: File
  target: Target
  state: UploadState
  /** How much of it has left, 0 to 1. */
  share: number
  /** Why it failed, or what it waits for. */
  message?: string | undefined
  /** It did not fit, and emptying the trash makes room. */
  wantsTrashEmptied?: boolean | undefined
  /** What to do with a file of this name that exists already. */
  conflict?: ConflictChoice | undefined
  /** Attempts that ended without an answer, or with a request to come back later. */
  attempts: number
}

/** What somebody answers when a name is taken. */
export type Answer = ConflictChoice | 'skip'

const unfinished: ReadonlySet<UploadState> = new Set(['waiting', 'sending', 'offline', 'conflict'])

/** Whether it may still be stored. */
export const isUnfinished = ({ state }: Upload): boolean => unfinished.has(state)

/** How many uploads are in this state. */
const countOf = (uploads: readonly Upload[], state: UploadState): number =>
  uploads.filter((upload) => upload.state === state).length

const settled: ReadonlySet<UploadState> = new Set(['done', 'skipped', 'failed', 'cancelled'])

/** How much of all that is to be sent has left, 0 to 1, by bytes; an empty file counts as one byte. */
export function shareOf(uploads: readonly Upload[]): number {
  let sent = 0
  let all = 0
  for (const { file, state, share } of uploads) {
    const size = Math.max(file.size, 1)
    all += size
    sent += settled.has(state) ? size : size * share
  }
  return all > 0 ? sent / all : 0
}

const endings: [UploadState, string][] = [
  ['done', 'uploaded'],
  ['skipped', 'skipped'],
  ['cancelled', 'cancelled'],
  ['failed', 'failed'],
]

/** The state of all uploads in one sentence; it changes with what somebody needs to know, not with every byte. */
export function summaryOf(uploads: readonly Upload[]): string {
  const questions = countOf(uploads, 'conflict')
  if (countOf(uploads, 'offline') > 0) return 'Waiting for the connection'
  const left = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  if (left > 0) return `Uploading ${countText(uploads.length, 'file')}`
  if (questions > 0) return `${countText(questions, 'file needs', 'files need')} an answer`
  const parts = endings.flatMap(([state, word]) => {
    const count = countOf(uploads, state)
    return count > 0 ? [`${count} ${word}`] : []
  })
  return parts.join(', ')
}
