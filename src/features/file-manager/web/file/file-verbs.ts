import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { zipType } from '#features/files/contract/types.ts'
import { openingOf } from './file-way.ts'
import { downloadUrl } from './use-download.ts'

export type FileVerbs = Record<'extract' | 'share' | 'rename' | 'move' | 'remove', (file: ListedFile) => void>

type FileAction = {
  label: string
  isBad?: boolean
  /** What it does, or the address of what it saves. */
  does: (() => void) | string
}

/** What can be done to a file or folder beside opening it, in the order in which it is offered. */
export function actionsOf(file: ListedFile, verbs: FileVerbs): FileAction[] {
  const { isFolder, fileType } = file
  const offered: (FileAction | false)[] = [
    fileType === zipType && { label: 'Extract here', does: () => verbs.extract(file) },
    (isFolder || openingOf(file) !== undefined) && { label: 'Download', does: downloadUrl(file) },
    !isFolder && { label: 'Share', does: () => verbs.share(file) },
    { label: 'Rename', does: () => verbs.rename(file) },
    { label: 'Move', does: () => verbs.move(file) },
    { label: 'Delete', isBad: true, does: () => verbs.remove(file) },
  ]
  return offered.filter((action) => action !== false)
}
