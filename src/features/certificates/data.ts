import { walkBelow } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

const folder = 'certificates'

export const data: readonly DataFolder[] = [
  { folder, paths: /^certificates(\/|$)/, walk: (dataDir) => walkBelow(dataDir, folder) },
]
