import { eachName } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

const archive = /^[\da-f-]{36}\.zip$/

async function* walk(dataDir: string): AsyncGenerator<string> {
  for await (const name of eachName(`${dataDir}/backups`)) if (archive.test(name)) yield `backups/${name}`
}

const rows = `
  select 'backups/' || id || '.zip', null, 0, file_size, sha256 from snapshot.backups where status = 'completed'`

export const data: readonly DataFolder[] = [{ folder: 'backups', walk, rows }]
