import { readPath } from '#features/files/contract/names.ts'
import { readUuid } from '#shared/uuid.ts'
import {
  asSearchText,
  given,
  readSearchDialog,
  readSearchSort,
  readSearchWords,
} from '#web/lib/search-values.ts'

/** Search parameters of the file manager. */
export type FilesSearch = {
  service?: string
  path?: string
  q?: string
  sort?: string
  /** Cursor of the page. */
  at?: string
  view?: 'list'
  show?: 'trash' | 'shares'
  /** The open file. */
  open?: string
  dialog?: 'upload' | 'folder' | 'file'
}

/** A service as an option of this screen. */
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

/** The search without some of its parameters. */
export const without = (search: FilesSearch, ...keys: (keyof FilesSearch)[]): FilesSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.some((each) => each === key)))

/** The service in the URL, as input of calls. */
export const serviceInputOf = ({ service }: FilesSearch) => (service ? { serviceId: service } : {})

/** A search covers every folder of the service; otherwise one folder is shown. */
export const browseInputOf = ({ service, path, q, sort, at }: FilesSearch) => ({
  ...(service ? { serviceId: service } : {}),
  ...(q ? { q } : { path: path ?? '' }),
  ...(sort ? { sort } : {}),
  ...(at ? { cursor: at } : {}),
})
