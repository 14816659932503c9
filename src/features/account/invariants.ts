import { eq, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'
import { isFileAs } from '#server/system/disk.ts'
import { exportPath } from './export/folders.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every export that can be downloaded has its archive',
    async count({ read, t: { accountExports: e } }, dataDir) {
      let missing = 0
      for (const row of await read.select().from(e).where(eq(e.status, 'ready')))
        if (!(await isFileAs(exportPath(dataDir, row.id), row))) missing += 1
      return missing
    },
  },
  {
    name: 'nobody can sign in to a deleted account',
    count: ({ read, t: { accountDeletions: d } }) =>
      read.$count(
        d,
        sql`${d.status} = 'done' and exists (select 1 from users u where u.id = ${d.userId} and (u.email not like '%@deleted.invalid' or exists (select 1 from sessions s where s.user_id = u.id)))`,
      ),
  },
]
