import { readUuid } from '#shared/uuid.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'
import type { FileEntry, Outline } from '../contract/contract.ts'

/** The open project and file, and the list's search, as stored in the URL. */
export type ProjectSearch = ListSearch & { project?: string; file?: string; dialog?: 'new' }

/** Orders of the project list, the default first. */
export const projectOrders = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
] as const

const orderNames = projectOrders.map(([order]) => order)

/** Reads the known keys of a URL, and nothing else. */
export const readProjectSearch = (search: Record<string, unknown>): ProjectSearch => ({
  ...readListSearch(search, orderNames),
  ...given({
    project: readUuid(search.project),
    file: readUuid(search.file),
    dialog: readSearchDialog(search.dialog, ['new']),
  }),
})

/** The open file: the one named in the URL, else the project's first. */
export function selectOpen(
  projects: readonly Outline[],
  search: ProjectSearch,
): { project?: Outline | undefined; file?: FileEntry | undefined } {
  const project = projects.find(({ id }) => id === search.project)
  const file = project?.files.find(({ id }) => id === search.file) ?? project?.files[0]
  return { project, file }
}
