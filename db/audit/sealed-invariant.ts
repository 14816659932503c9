import { asc, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Invariant } from '#server/feature.ts'
import type { Sealer } from '#server/secrets.ts'
import type { Schema } from '../schema/schema.ts'

const pageSize = 500

/** The tables with sealed values: `place` is the sealing context of each, by the key of its row. */
type Sealed = { table: PgTable; key: PgColumn; value: PgColumn; place: (key: string) => string }

type SealedRow = { key: string; value: string }

function canOpen(secrets: Sealer, { key, value }: SealedRow, place: Sealed['place']): boolean {
  try {
    return secrets.open(value, place(key)) !== ''
  } catch {
    return false
  }
}

/** Every sealed value of a table can be opened. Without the portal's key none can, which is another problem. */
export const sealedInvariant = (name: string, from: (t: Schema) => Sealed): Invariant => ({
  name,
  async count({ read, t }, _dataDir, secrets) {
    const { table, key, value, place } = from(t)
    let count = 0
    let last: string | undefined
    while (secrets) {
      const page = (await read
        .select({ key, value })
        .from(table)
        .where(last === undefined ? undefined : gt(key, last))
        .orderBy(asc(key))
        .limit(pageSize)) as SealedRow[]
      count += page.filter((row) => !canOpen(secrets, row, place)).length
      last = page.at(-1)?.key
      if (page.length < pageSize) break
    }
    return count
  },
})
