/** What the file manager keeps in its address. */
export type FilesSearch = {
  service?: string
  path?: string
  q?: string
  sort?: string
  view?: 'list'
  show?: 'trash'
}

/** A service as the choices of this screen show it. */
export type NamedService = { id: string; name: string }

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function readFilesSearch(search: Record<string, unknown>): FilesSearch {
  const { service, path, q, sort } = search
  return {
    ...(asText(service) ? { service: asText(service) } : {}),
    ...(asText(path) ? { path: asText(path) } : {}),
    ...(asText(q) ? { q: asText(q) } : {}),
    ...(asText(sort) ? { sort: asText(sort) } : {}),
    ...(search.view === 'list' ? { view: 'list' } : {}),
    ...(search.show === 'trash' ? { show: 'trash' } : {}),
  }
}

/** A search looks into every folder of the service; without one a single folder is shown. */
export const listInputOf = ({ service, path, q }: FilesSearch) => ({
  ...(service ? { serviceId: service } : {}),
  ...(q ? {} : { path: path ?? '' }),
})

export const sortKeys = ['name', 'size', 'date'] as const
export type SortKey = (typeof sortKeys)[number]
export type FileSort = { key: SortKey; isDescending: boolean }

/** `-date` is the newest first; the name unless the address says otherwise. */
export function readFileSort(text: string | undefined): FileSort {
  const key = sortKeys.find((each) => each === text?.replace(/^-/, '')) ?? 'name'
  return { key, isDescending: text?.startsWith('-') ?? false }
}

export const writeFileSort = ({ key, isDescending }: FileSort): string => (isDescending ? `-${key}` : key)

type Sortable = { fileName: string; fileSize: number; uploadedAt: string; isFolder: boolean }

const compare: Record<SortKey, (one: Sortable, other: Sortable) => number> = {
  name: (one, other) => one.fileName.localeCompare(other.fileName, 'en-IN', { numeric: true }),
  size: (one, other) => one.fileSize - other.fileSize,
  date: (one, other) => one.uploadedAt.localeCompare(other.uploadedAt),
}

/** The files whose name contains the text, without regard to case; folders first, then by the sort. */
export function arrange<Row extends Sortable>(rows: readonly Row[], q: string, sort: FileSort): Row[] {
  const wanted = q.trim().normalize('NFC').toLowerCase()
  const factor = sort.isDescending ? -1 : 1
  return rows
    .filter(({ fileName }) => fileName.toLowerCase().includes(wanted))
    .sort(
      (one, other) => Number(other.isFolder) - Number(one.isFolder) || factor * compare[sort.key](one, other),
    )
}
