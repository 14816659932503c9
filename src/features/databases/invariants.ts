import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { sealedInvariant } from '#db/audit/sealed-invariant.ts'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import { isFileAs } from '#server/system/disk.ts'
import { passwordContext } from './rows/database-rows.ts'
import { dumpPath } from './storage/dump-file.ts'

const pageSize = 500

/** Restorable dumps whose file is missing or differs from its record. */
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
  sealedInvariant('every database password can be decrypted', ({ databases: table }) => ({
    ...{ table, key: table.id, value: table.dbPassword },
    place: passwordContext,
  })),
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
