import type { ConflictChoice } from '#features/files/contract/contract.ts'
import { countText } from '#shared/text/count-text.ts'

/** The target folder. */
export type Target = { serviceId: string; path: string }

/** `offline` waits for the server, `conflict` for an answer; `skipped` and `cancelled` were never stored. */
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
  /** Files added together form one upload, whose questions one answer may settle. */
  batch: number
  file: File
  target: Target
  state: UploadState
  /** Share already sent, 0 to 1. */
  share: number
  /** The error, or the reason for waiting. */
  message?: string | undefined
  /** Over quota, and emptying the trash makes room. */
  wantsTrashEmptied?: boolean | undefined
  /** The choice for a name that already exists. */
  conflict?: ConflictChoice | undefined
  /** Attempts that ended without an answer, or with Retry-After. */
  attempts: number
}

/** The user's answer to a name conflict. */
export type Answer = ConflictChoice | 'skip'

const unfinished: ReadonlySet<UploadState> = new Set(['waiting', 'sending', 'offline', 'conflict'])

/** Whether it may still be stored. */
export const isUnfinished = ({ state }: Upload): boolean => unfinished.has(state)

/** Number of uploads in this state. */
const countOf = (uploads: readonly Upload[], state: UploadState): number =>
  uploads.filter((upload) => upload.state === state).length

const settled: ReadonlySet<UploadState> = new Set(['done', 'skipped', 'failed', 'cancelled'])

/** Share of all bytes already sent, 0 to 1; an empty file counts as one byte. */
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

/** The state of all uploads in one sentence, which changes with their states, not with every byte. */
export function summaryOf(uploads: readonly Upload[]): string {
  const questions = countOf(uploads, 'conflict')
  if (countOf(uploads, 'offline') > 0) return 'Waiting for the connection'
  const remaining = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  if (remaining > 0) return `Uploading ${countText(uploads.length, 'file')}`
  if (questions > 0) return `${countText(questions, 'file needs', 'files need')} an answer`
  const parts = endings.flatMap(([state, word]) => {
    const count = countOf(uploads, state)
    return count > 0 ? [`${count} ${word}`] : []
  })
  return parts.join(', ')
}
