import type { DataFolder } from '#server/feature.ts'
import { walkMatching } from '#server/system/disk.ts'

const folder = 'database-dumps'
const paths = /^database-dumps\/[\da-f-]{36}\.dump$/

const rows = `
  select 'database-dumps/' || id || '.dump', null, 0, file_size, sha256
    from snapshot.database_dumps where status in ('kept', 'restoring')`

export const data: readonly DataFolder[] = [
  { folder, paths, isPrivate: true, walk: (dataDir) => walkMatching(dataDir, folder, paths), rows },
]
