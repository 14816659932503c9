import { minute, second } from '#shared/time.ts'

/** Characters of the text that is run at once; longer scripts are for the import. */
export const maxSqlLength = 100_000

/** What one statement of the console may give and take; the bytes are those of all statements of a run together. */
export const queryCaps = { maxRows: 1_000, maxBytes: 1_024 * 1_024, timeoutMs: 15 * second } as const

/** How long all statements of a run may take. */
export const maxRunMs = minute

/** Statements of a run whose results are answered; those beyond run all the same. */
export const maxResults = 200

/** Statements that are remembered of each database, and how long one may be. */
export const historyLength = 100
export const maxRememberedLength = 8_000

export const defaultPageRows = 50
export const maxPageRows = 200

/** Characters of a value that a page of rows shows. */
export const shownLength = 2_000
/** Characters of a value that can be edited here. */
export const editableLength = 500_000
