import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'
import { liveIn } from '#features/files/service/rows.ts'
import { createYield } from '#features/files/storage/yield.ts'
import { rowsPerPage } from '../contract/contract.ts'
import type { FileSort, SortKey } from '../contract/sort.ts'
import {
  compareOrdered,
  keyOf,
  keyParameter,
  type Ordered,
  orderedBy,
  type PagePosition,
} from './browse-order.ts'

export type FolderView = { userId: string; serviceIds: string[]; path: string; sort: FileSort }

type Seek = {
  serviceId: string
  isBackward: boolean
  isFolder: boolean
  from: Ordered | undefined
  limit: number
}

/**
 * The condition for rows after a row in the sort order. With row values, both engines start at that row in the index; for an
 * expression key SQLite does so for the key alone. Few names in a folder differ only in case.
 */
function isBehind(
  t: Store['t'],
  sort: SortKey,
  { isDescending, from }: { isDescending: boolean; from: Ordered },
): SQL {
  const key = keyOf(t, sort)
  const value = keyParameter(t, sort, from.key)
  const way = sql.raw(isDescending ? '<' : '>')
  const pair = sql`(${key}, ${t.files.id}) ${way} (${value}, ${from.id})`
  return sort === 'name' ? sql`${key} ${way}= ${value} and ${pair}` : pair
}

/** The next rows of a folder after a position, folders or files, in a query that an index answers. */
export function seekRows({ read, t }: Source, view: FolderView, seek: Seek) {
  const { files } = t
  const { userId, path, sort } = view
  const { serviceId, isBackward, isFolder, from, limit } = seek
  const key = keyOf(t, sort.key)
  const isDescending = sort.isDescending !== isBackward
  const way = isDescending ? desc : asc
  const behind = from && isBehind(t, sort.key, { isDescending, from })
  const { id, fileName, fileSize, uploadedAt } = files
  return read
    .select({ id, isFolder: files.isFolder, fileName, fileSize, uploadedAt })
    .from(files)
    .where(and(liveIn(t, { userId, serviceId }), eq(files.path, path), eq(files.isFolder, isFolder), behind))
    .orderBy(way(key), way(id))
    .limit(limit)
}

/** Merges the rows of the folder in all services, from the boundary outwards, at most one more than a page holds. */
async function readRows(
  store: Source,
  view: FolderView,
  { isBackward, edge }: { isBackward: boolean; edge?: Ordered },
): Promise<Ordered[]> {
  const groups = isBackward ? [false, true] : [true, false]
  const ahead = edge ? groups.slice(groups.indexOf(edge.isFolder)) : groups
  const found: Ordered[] = []
  const pause = createYield()
  for (const serviceId of view.serviceIds) {
    let limit = rowsPerPage + 1
    for (const isFolder of ahead) {
      if (limit === 0) break
      const from = edge?.isFolder === isFolder ? edge : undefined
      const rows = await seekRows(store, view, { serviceId, isBackward, isFolder, from, limit })
      limit -= rows.length
      for (const row of rows) found.push(orderedBy(view.sort.key, row))
    }
    await pause()
  }
  const sorted = view.serviceIds.length === 1 ? found : found.sort(compareBy(view.sort, isBackward))
  return sorted.slice(0, rowsPerPage + 1)
}

const compareBy = (sort: FileSort, isBackward: boolean) => {
  const compare = compareOrdered(sort)
  return isBackward ? (one: Ordered, other: Ordered) => compare(other, one) : compare
}

export type FolderPage = { rows: Ordered[]; page: number; hasPrevious: boolean; hasNext: boolean }

/**
 * The page of a folder that begins at a position; every page costs the same, however deep it is. A position after the last row,
 * or less than a page from the first, opens the first page.
 */
export async function readFolderPage(
  store: Source,
  view: FolderView,
  place: PagePosition | null,
): Promise<FolderPage> {
  if (place) {
    const isBackward = place.way === 'before'
    const found = await readRows(store, view, { isBackward, edge: place.edge })
    const hasMore = found.length > rowsPerPage
    const rows = found.slice(0, rowsPerPage)
    if (isBackward && hasMore)
      return { rows: rows.reverse(), page: Math.max(2, place.page), hasPrevious: true, hasNext: true }
    if (!isBackward && rows.length > 0)
      return { rows, page: Math.max(2, place.page), hasPrevious: true, hasNext: hasMore }
  }
  const found = await readRows(store, view, { isBackward: false })
  return {
    rows: found.slice(0, rowsPerPage),
    page: 1,
    hasPrevious: false,
    hasNext: found.length > rowsPerPage,
  }
}
