import { mib } from '#shared/bytes.ts'

/** Limit of files and folders in one request. */
export const maxBatch = 500
/** Largest text that the editor opens and saves, in bytes. */
export const maxEditedBytes = mib
