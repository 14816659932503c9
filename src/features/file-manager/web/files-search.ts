import { readPath } from '#features/files/contract/names.ts'
import { readUuid } from '#shared/uuid.ts'
import {
  asSearchText,
  given,
  readSearchDialog,
  readSearchSort,
  readSearchWords,
} from '#web/lib/search-values.ts'

/** What the file manager keeps in its address. */
export type FilesSearch = {
  service?: string
  path?: string
  q?: string
  sort?: string
  /** The page, by the row it begins at. */
  at?: string
  view?: 'list'
  show?: 'trash' | 'shares'
  /** The file that is open. */
  open?: string
  dialog?: 'upload' | 'folder' | 'file'
}

/** A service as the choices of this screen show it. */
export type NamedService = { id: string; name: string }

export function readFilesSearch(search: Record<string, unknown>): FilesSearch {
  const { service, path, q, sort, view, show } = search
  const at = asSearchText(search.at)
  return given({
    service: readUuid(service),
    path: readPath(asSearchText(path) ?? '') || undefined,
    q: readSearchWords(q),
    sort: readSearchSort(sort),
    at: at !== undefined && /^[\w-]{1,4000}$/.test(at) ? at : undefined,
    view: view === 'list' ? view : undefined,
    show: show === 'trash' || show === 'shares' ? show : undefined,
    open: readUuid(search.open),
    dialog: readSearchDialog(search.dialog, ['upload', 'folder', 'file']),
  })
}

/** The address without some of what it keeps. */
export const without = (search: FilesSearch, ...keys: (keyof FilesSearch)[]): FilesSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.some((each) => each === key)))

/** The service of the address, as calls take it. */
export const serviceInputOf = ({ service }: FilesSearch) => (service ? { serviceId: service } : {})

/** A search looks into every folder of the service; without one a single folder is shown. */
export const browseInputOf = ({ service, path, q, sort, at }: FilesSearch) => ({
  ...(service ? { serviceId: service } : {}),
  ...(q ? { q } : { path: path ?? '' }),
  ...(sort ? { sort } : {}),
  ...(at ? { cursor: at } : {}),
})
