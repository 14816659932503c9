import type { FileEntry, Outline } from '../contract.ts'

/** The open project and file, as the address keeps them. */
export type ProjectSearch = { project?: string; file?: string }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The known keys of an address, and nothing else. */
export function readProjectSearch(search: Record<string, unknown>): ProjectSearch {
  const [project, file] = [text(search.project), text(search.file)]
  return { ...(project ? { project } : {}), ...(file ? { file } : {}) }
}

/** What is open: the file named in the address, else the project's first one. */
export function selectOpen(
  projects: readonly Outline[],
  search: ProjectSearch,
): { project?: Outline | undefined; file?: FileEntry | undefined } {
  const project = projects.find(({ id }) => id === search.project)
  const file = project?.files.find(({ id }) => id === search.file) ?? project?.files[0]
  return { project, file }
}
