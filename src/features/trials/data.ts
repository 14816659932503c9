import type { DataFolder } from '#server/feature.ts'
import { eachName, walkBelow } from '#server/system/disk.ts'

async function* walk(dataDir: string): AsyncGenerator<string> {
  for await (const id of eachName(`${dataDir}/trials`)) yield* walkBelow(dataDir, `trials/${id}/site`)
}

export const data: readonly DataFolder[] = [
  { folder: 'trials', paths: /^trials\/[\da-f-]{36}\/site(\/|$)/, walk },
]
