import type { DataFolder } from '#server/feature.ts'
import { walkBelow } from '#server/system/disk.ts'

const folder = 'certificates'

export const data: readonly DataFolder[] = [
  { folder, paths: /^certificates(\/|$)/, walk: (dataDir) => walkBelow(dataDir, folder) },
]
