import { eachName } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

const photo = /^[\da-f-]{36}\.webp$/

async function* walk(dataDir: string): AsyncGenerator<string> {
  for await (const name of eachName(`${dataDir}/objects`)) if (photo.test(name)) yield `objects/${name}`
}

const rows = `
  select 'objects/' || id || '.webp', null, 0, file_size, sha256 from snapshot.photos
    where status = 'kept' and place = 'disk'`

export const data: readonly DataFolder[] = [{ folder: 'objects', walk, rows }]
