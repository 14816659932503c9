import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import type { FileVerbs } from '../file/file-verbs.ts'
import type { FilesSelection } from '../selection/use-selection.ts'
import type { Renaming } from './use-renaming.ts'

/** What the grid and the table are given. */
export type FilesViewProps = {
  rows: ListedFile[]
  /** The rows are matches, from any folder. */
  isSearch: boolean
  /** The rows may be of several sites. */
  hasSites: boolean
  /** What the site of a file is called. */
  siteOf: (file: ListedFile) => string
  selection: FilesSelection
  renaming: Renaming
  verbs: FileVerbs
}
