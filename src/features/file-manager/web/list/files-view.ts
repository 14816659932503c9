import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import type { FileVerbs } from '../file/file-verbs.ts'
import type { FilesSelection } from '../selection/use-selection.ts'
import type { Renaming } from './use-renaming.ts'

/** Props of the grid and the table. */
export type FilesViewProps = {
  rows: ListedFile[]
  /** The rows are search matches, from any folder. */
  isSearch: boolean
  /** The rows may be from several sites. */
  hasSites: boolean
  /** The label of a file's site. */
  siteOf: (file: ListedFile) => string
  selection: FilesSelection
  renaming: Renaming
  verbs: FileVerbs
}
