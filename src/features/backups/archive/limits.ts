/** Files and folders of one archive; the list of contents is held in memory. */
export const maxEntries = 50_000

/** Bytes of manifest.json: fifty thousand paths of 255 bytes and more. */
export const maxManifestBytes = 48 * 1_024 * 1_024

/** Bytes read, hashed and written at a time. */
export const chunkBytes = 256 * 1_024

export const manifestName = 'manifest.json'
export const filesPrefix = 'files/'
