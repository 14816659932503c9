import { inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { begins } from '#db/lists/paging.ts'
import { beginsWith, type Match } from '#db/lists/search.ts'
import type { Store } from '#db/types.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'
import { searchKey } from '#shared/text/search-text.ts'

/** A table and its column of domains in A-labels. */
type DomainColumn = { table: PgTable; column: PgColumn }

/** The most names with non-ASCII letters to compare with a search, and the most to return. */
const mostForeign = 5_000
const mostWritten = 200

/** The stored names that begin with the search in their letters, which A-labels do not show. */
async function findWritten(store: Store, { table, column }: DomainColumn, q: string): Promise<DomainName[]> {
  const typed = searchKey(q)
  const labels = typed.split('.')
  const foreign = labels.findIndex((label) => /[^ -~]/.test(label))
  const before = labels.slice(0, foreign < 0 ? -1 : foreign)
  const rows = await store.readLong((read) =>
    read
      .select({ name: column })
      .from(table)
      .where(begins(column, [...before, 'xn--'].join('.')))
      .limit(mostForeign),
  )
  const names = rows.map(({ name }) => name as DomainName).filter((name) => showName(name).startsWith(typed))
  return [...new Set(names)].slice(0, mostWritten)
}

/** The conditions for a row's domain to begin with a search, in its letters or in DNS form. */
export async function matchDomains(store: Store, named: DomainColumn, q: string): Promise<Match[]> {
  const { column } = named
  const written = await findWritten(store, named, q)
  const isWritten = inArray(column, written)
  return [
    beginsWith(column, domainToAscii(q) ?? q),
    ...(written.length > 0 ? [{ range: isWritten, test: isWritten }] : []),
  ]
}
