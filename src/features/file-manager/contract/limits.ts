/** Files and folders that something is done to at once. */
export const maxBatch = 500
