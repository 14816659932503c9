import type { DataFolder } from '#server/feature.ts'
import { walkMatching } from '#server/system/disk.ts'

const folder = 'objects'
const paths = /^objects\/[\da-f-]{36}\.webp$/

const rows = `
  select 'objects/' || id || '.webp', null, 0, file_size, sha256 from snapshot.photos
    where status = 'kept' and place = 'disk'`

export const data: readonly DataFolder[] = [
  { folder, paths, isPrivate: true, walk: (dataDir) => walkMatching(dataDir, folder, paths), rows },
]
