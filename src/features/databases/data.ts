import { eachName } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

const dump = /^[\da-f-]{36}\.dump$/

async function* walk(dataDir: string): AsyncGenerator<string> {
  for await (const name of eachName(`${dataDir}/database-dumps`))
    if (dump.test(name)) yield `database-dumps/${name}`
}

const rows = `
  select 'database-dumps/' || id || '.dump', null, 0, file_size, sha256
    from snapshot.database_dumps where status in ('kept', 'restoring')`

export const data: readonly DataFolder[] = [{ folder: 'database-dumps', walk, rows }]
