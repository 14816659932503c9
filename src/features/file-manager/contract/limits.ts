import { mib } from '#shared/bytes.ts'

/** Files and folders that something is done to at once. */
export const maxBatch = 500
/** The largest text that the editor opens and saves, in bytes. */
export const maxEditedBytes = mib
