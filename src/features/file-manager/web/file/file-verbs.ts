import type { ListedFile } from '#features/file-manager/contract.ts'
import { zipType } from '#features/files/contract/types.ts'
import { DownloadIcon, LinkIcon, PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import { EyeIcon, MoveIcon, UnpackIcon } from './file-icons.tsx'
import { downloadUrl } from './use-download.ts'

export type FileVerbs = Record<
  'view' | 'extract' | 'share' | 'rename' | 'move' | 'remove',
  (file: ListedFile) => void
>

type FileAction = {
  label: string
  Icon: typeof EyeIcon
  isBad?: boolean
  /** What it does, or the address of what it saves. */
  does: (() => void) | string
}

/** What can be done to a file or folder, in the order in which it is offered. */
export function actionsOf(file: ListedFile, verbs: FileVerbs): FileAction[] {
  const { isFolder, fileType } = file
  const offered: (FileAction | false)[] = [
    !isFolder && { label: 'View', Icon: EyeIcon, does: () => verbs.view(file) },
    { label: 'Download', Icon: DownloadIcon, does: downloadUrl(file) },
    fileType === zipType && { label: 'Extract here', Icon: UnpackIcon, does: () => verbs.extract(file) },
    !isFolder && { label: 'Share', Icon: LinkIcon, does: () => verbs.share(file) },
    { label: 'Rename', Icon: PencilIcon, does: () => verbs.rename(file) },
    { label: 'Move', Icon: MoveIcon, does: () => verbs.move(file) },
    { label: 'Delete', Icon: TrashIcon, isBad: true, does: () => verbs.remove(file) },
  ]
  return offered.filter((action) => action !== false)
}
