import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { zipType } from '#features/files/contract/types.ts'
import { openingOf } from './file-viewer.ts'
import { downloadUrl } from './use-download.ts'

export type FileVerbs = Record<'extract' | 'share' | 'rename' | 'move' | 'remove', (file: ListedFile) => void>

type FileAction = {
  label: string
  isBad?: boolean
  /** The action, or the URL of its download. */
  does: (() => void) | string
}

/** Actions for a file or folder other than opening it, in menu order. */
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
