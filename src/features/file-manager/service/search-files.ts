import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { contains } from '#db/lists/search.ts'
import type { Schema } from '#db/schema/schema.ts'
import type { Source } from '#db/types.ts'
import { liveIn, type Owner } from '#features/files/service/rows.ts'
import { createYield } from '#features/files/storage/yield.ts'
import { maxMatches } from '../contract/contract.ts'
import type { FileSort } from '../contract/sort.ts'
import { compareOrdered, type Ordered, orderedBy } from './browse-order.ts'

/** Rows scanned before other work gets its turn. */
const pieceRows = 10_000

// The scanned index includes the path, so most rows are skipped without a table read.
const named = ({ files }: Schema, q: string): SQL | undefined =>
  and(contains(sql`${files.pathKey}`, q), contains(sql`${files.fileName}`, q))

type SearchScope = { userId: string; serviceIds: string[]; path: string | undefined; q: string }

/** Scans a service in batches; passes the matches of each to `take`, until that has enough. */
async function scan(
  { read, t }: Source,
  owner: Owner,
  { path, q }: SearchScope,
  { limit, take }: { limit: () => number; take: (rows: Omit<MatchRow, 'key'>[]) => void },
): Promise<void> {
  const { files } = t
  const { pathKey, id, isFolder, fileName, fileSize, uploadedAt } = files
  const pause = createYield()
  const own = liveIn(t, owner)
  for (let last = ''; limit() > 0; ) {
    const [end] = await read
      .select({ pathKey })
      .from(files)
      .where(and(own, gt(pathKey, last)))
      .orderBy(asc(pathKey))
      .limit(1)
      .offset(pieceRows - 1)
    const piece = and(own, gt(pathKey, last), end && lte(pathKey, end.pathKey))
    const inFolder = path === undefined ? undefined : eq(files.path, path)
    take(
      await read
        .select({ id, isFolder, fileName, fileSize, uploadedAt })
        .from(files)
        .where(and(piece, inFolder, named(t, q)))
        .orderBy(asc(pathKey))
        .limit(limit()),
    )
    if (!end) return
    last = end.pathKey
    await pause()
  }
}

type MatchRow = Parameters<typeof orderedBy>[1]

/**
 * The rows whose names contain the text, sorted; the result says if there are more than a search shows. Batches let other callers
 * run: a search among many files delays only its own caller.
 */
export async function searchFiles(
  store: Source,
  scope: SearchScope,
  sort: FileSort,
): Promise<{ rows: Ordered[]; isCapped: boolean }> {
  const found: Ordered[] = []
  const limit = () => maxMatches + 1 - found.length
  const take = (rows: MatchRow[]) => {
    for (const row of rows) found.push(orderedBy(sort.key, row))
  }
  for (const serviceId of scope.serviceIds)
    await scan(store, { userId: scope.userId, serviceId }, scope, { limit, take })
  const isCapped = found.length > maxMatches
  return { rows: found.slice(0, maxMatches).sort(compareOrdered(sort)), isCapped }
}
