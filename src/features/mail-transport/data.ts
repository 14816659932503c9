import type { DataFolder } from '#server/feature.ts'
import { walkMatching } from '#server/system/disk.ts'

const queue = 'mail-queue'
const waiting = /^mail-queue\/[\da-f-]{36}\.eml$/

export const data: readonly DataFolder[] = [
  {
    folder: queue,
    paths: waiting,
    isPrivate: true,
    walk: (dataDir) => walkMatching(dataDir, queue, waiting),
  },
]
