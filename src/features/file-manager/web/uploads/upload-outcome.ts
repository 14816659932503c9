import { ApiError, failureSentence, statusOf } from '#web/lib/calls/api-error.ts'

/** The next step of an upload that was not stored. */
export type UploadOutcome =
  /** The name already exists: the user has to decide. */
  | { is: 'conflict' }
  /** The server asks for a retry after this many milliseconds. */
  | { is: 'later'; waitMs: number; message: string }
  /** There was no answer. */
  | { is: 'unanswered' }
  /** `wantsTrashEmptied`: emptying the trash would make room. */
  | { is: 'failed'; message: string; wantsTrashEmptied: boolean }

const usualWaitMs = 3_000

/** Too many at once, too busy, or (BUSY) a restore is using the files. */
const isLater = (status: number, code: string | undefined): boolean =>
  status === 429 || status === 503 || (status === 409 && code === 'BUSY')

/** 0 is no answer at all; the others are from a proxy that could not reach the server. */
const isUnanswered = (status: number): boolean => [0, 502, 504].includes(status)

/** Classifies a failed attempt. */
export function outcomeOf(error: unknown): UploadOutcome {
  const status = statusOf(error)
  const { body, retryAfterSeconds } = error instanceof ApiError ? error : {}
  if (status === 409 && body?.code === 'CONFLICT') return { is: 'conflict' }
  const message = failureSentence(error)
  if (isLater(status, body?.code)) {
    return { is: 'later', message, waitMs: retryAfterSeconds ? retryAfterSeconds * 1_000 : usualWaitMs }
  }
  if (isUnanswered(status)) return { is: 'unanswered' }
  return { is: 'failed', message, wantsTrashEmptied: status === 413 && Number(body?.trashBytes) > 0 }
}
