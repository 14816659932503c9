import { given, readSearchId } from '#web/lib/search-values.ts'
import type { FileEntry, Outline } from '../contract.ts'

/** The open project and file, as the address keeps them. */
export type ProjectSearch = { project?: string; file?: string }

/** The known keys of an address, and nothing else. */
export const readProjectSearch = ({ project, file }: Record<string, unknown>): ProjectSearch =>
  given({ project: readSearchId(project), file: readSearchId(file) })

/** What is open: the file named in the address, else the project's first one. */
export function selectOpen(
  projects: readonly Outline[],
  search: ProjectSearch,
): { project?: Outline | undefined; file?: FileEntry | undefined } {
  const project = projects.find(({ id }) => id === search.project)
  const file = project?.files.find(({ id }) => id === search.file) ?? project?.files[0]
  return { project, file }
}
