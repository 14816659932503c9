import type { DataFolder } from '#server/feature.ts'
import { walkMatching } from '#server/system/disk.ts'

/** Mails saved to files. */
const folder = 'outbox'
const paths = /^outbox\/[^/]+\.eml$/

export const data: readonly DataFolder[] = [
  { folder, paths, walk: (dataDir) => walkMatching(dataDir, folder, paths) },
]
