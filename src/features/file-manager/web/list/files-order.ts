import type { BrowsePage } from '#features/file-manager/contract/contract.ts'
import type { FileSort, SortKey } from '../../contract/sort.ts'

type Sortable = { fileName: string; fileSize: number; uploadedAt: string; isFolder: boolean }

const compare: Record<SortKey, (one: Sortable, other: Sortable) => number> = {
  name: (one, other) => one.fileName.localeCompare(other.fileName, 'en-IN', { numeric: true }),
  size: (one, other) => one.fileSize - other.fileSize,
  date: (one, other) => one.uploadedAt.localeCompare(other.uploadedAt),
}

/** Folders first, then by the sort key, with numbers in names compared as numbers. */
export function arrange<Row extends Sortable>(rows: readonly Row[], sort: FileSort): Row[] {
  const factor = sort.isDescending ? -1 : 1
  return [...rows].sort(
    (one, other) => Number(other.isFolder) - Number(one.isFolder) || factor * compare[sort.key](one, other),
  )
}

/** The rows of a page. A single page is sorted naturally; several pages keep the store's order. */
export const rowsOf = ({ items, pages }: BrowsePage, sort: FileSort): BrowsePage['items'] =>
  pages === 1 ? arrange(items, sort) : items
