import { walkMatching } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

/** Mails that were written to files. */
const folder = 'outbox'
const paths = /^outbox\/[^/]+\.eml$/

export const data: readonly DataFolder[] = [
  { folder, paths, walk: (dataDir) => walkMatching(dataDir, folder, paths) },
]
