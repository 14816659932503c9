/** Entries of an archive of version 1, whose list is read in one piece. */
export const maxListedEntries = 50_000

/** Bytes of that list: fifty thousand paths of 255 bytes and more. */
export const maxManifestBytes = 48 * 1_024 * 1_024

/** Bytes of a line of the list, from version 2 on: the longest name and path, and room to spare. */
export const maxLineBytes = 64 * 1_024

/** Bytes read, hashed and written at a time. */
export const chunkBytes = 256 * 1_024

/** Files up to this size are read into memory, one at a time, and packed without a stream. */
export const smallBytes = 64 * 1_024

/** Names of the list of contents: version 1, and later versions. */
export const manifestName = 'manifest.json'
export const linesName = 'manifest.jsonl'
export const filesPrefix = 'files/'
export const databasesPrefix = 'databases/'
export const mailPrefix = 'mail/'
