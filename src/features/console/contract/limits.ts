import { minute, second } from '#shared/time.ts'

/** Characters of a text to run; longer scripts go through the import. */
export const maxSqlLength = 100_000

/** Limits of one console statement; `maxBytes` applies to all statements of a run together. */
export const queryCaps = { maxRows: 1_000, maxBytes: 1_024 * 1_024, timeoutMs: 15 * second } as const

/** Time limit for all statements of a run. */
export const maxRunMs = minute

/** Statements of a run that return results; later ones still run. */
export const maxResults = 200

/** History entries for each database, and the length of one. */
export const historyLength = 100
export const maxRememberedLength = 8_000

export const defaultPageRows = 50
export const maxPageRows = 200

/** Characters of a value shown in a page of rows. */
export const shownLength = 2_000
/** Characters of a value that can be edited here. */
export const editableLength = 500_000
