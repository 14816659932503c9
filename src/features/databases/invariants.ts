import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { isFileAs } from '#server/disk.ts'
import type { Invariant } from '#server/feature.ts'
import type { Sealer } from '#server/secrets.ts'
import { passwordPlace } from './service/rows.ts'
import { dumpPath } from './storage/dump-file.ts'

const pageSize = 500

function canOpen(secrets: Sealer, { id, dbPassword }: { id: string; dbPassword: string }): boolean {
  try {
    return secrets.open(dbPassword, passwordPlace(id)) !== ''
  } catch {
    return false
  }
}

/** Databases whose password cannot be opened; none can be without the key, which is another problem. */
async function countUnopenable(
  { read, t: { databases: d } }: Store,
  _dataDir: string,
  secrets: Sealer | null,
): Promise<number> {
  let count = 0
  let last: string | undefined
  while (secrets) {
    const page = await read
      .select({ id: d.id, dbPassword: d.dbPassword })
      .from(d)
      .where(last === undefined ? undefined : gt(d.id, last))
      .orderBy(asc(d.id))
      .limit(pageSize)
    count += page.filter((row) => !canOpen(secrets, row)).length
    last = page.at(-1)?.id
    if (page.length < pageSize) break
  }
  return count
}

/** Dumps that can be restored, whose file is missing or not as recorded. */
async function countMissingFiles({ read, t }: Store, dataDir: string): Promise<number> {
  const { databaseDumps: k } = t
  const isKept = inArray(k.status, ['kept', 'restoring'])
  let missing = 0
  let last: string | undefined
  for (;;) {
    const page = await read
      .select({ id: k.id, fileSize: k.fileSize, sha256: k.sha256 })
      .from(k)
      .where(and(isKept, last === undefined ? undefined : gt(k.id, last)))
      .orderBy(asc(k.id))
      .limit(pageSize)
    for (const dump of page) {
      if (await isFileAs(dumpPath(dataDir, dump.id), dump)) continue
      // It may have been restored or purged since.
      missing += await read.$count(k, and(isKept, eq(k.id, dump.id)))
    }
    last = page.at(-1)?.id
    if (page.length < pageSize) return missing
  }
}

export const invariants: readonly Invariant[] = [
  { name: 'every database has a password that can be opened', count: countUnopenable },
  { name: 'every dump of a deleted database has its file', count: countMissingFiles },
  {
    name: 'no two databases have the same name in an engine',
    count: ({ read, t: { databases: d } }) =>
      read.$count(
        d,
        sql`exists (select 1 from database_dumps k where k.status = 'writing' and k.db_type = ${d.dbType} and (k.network_name = ${d.networkName} or k.network_user = ${d.networkUser}))`,
      ),
  },
]
