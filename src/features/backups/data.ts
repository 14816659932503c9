import type { DataFolder } from '#server/feature.ts'
import { walkMatching } from '#server/system/disk.ts'

const folder = 'backups'
const paths = /^backups\/[\da-f-]{36}\.zip$/

const rows = `
  select 'backups/' || id || '.zip', null, 0, file_size, sha256 from snapshot.backups where status = 'completed'`

export const data: readonly DataFolder[] = [
  { folder, paths, isPrivate: true, walk: (dataDir) => walkMatching(dataDir, folder, paths), rows },
]
