import type { FileEntry } from '#features/files/contract.ts'
import type { Picked } from '#web/lib/picked.ts'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { NamedService } from '../files-search.ts'

const UploadDialog = lazyPart(() => import('../uploads/upload-dialog.tsx'), 'UploadDialog')
const ViewDialog = lazyPart(() => import('./file-view-dialog.tsx'), 'FileViewDialog')
const ExtractDialog = lazyPart(() => import('../extract/extract-dialog.tsx'), 'ExtractDialog')
const MoveDialog = lazyPart(() => import('./file-move-dialog.tsx'), 'FileMoveDialog')
const ShareDialog = lazyPart(() => import('../shares/share-dialog.tsx'), 'ShareDialog')
const FolderDialog = lazyPart(() => import('./folder-dialog.tsx'), 'FolderDialog')

type Dialog<Subject> = ReturnType<typeof useDialog<Subject>>

type PageDialogsProps = {
  uploading: Dialog<Picked[]>
  foldering: Dialog<boolean>
  services: NamedService[]
  serviceId: string | undefined
  path: string
}

/** Upload and new folder, loaded when they are first opened. */
export function PageDialogs({ uploading, foldering, services, serviceId, path }: PageDialogsProps) {
  return (
    <>
      {uploading.subject && (
        <UploadDialog
          key={uploading.key}
          opened={uploading.isOpen}
          onClose={uploading.close}
          services={services}
          serviceId={serviceId}
          path={path}
          picked={uploading.subject}
        />
      )}
      {foldering.subject && (
        <FolderDialog
          key={foldering.key}
          opened={foldering.isOpen}
          onClose={foldering.close}
          services={services}
          serviceId={serviceId}
          path={path}
        />
      )}
    </>
  )
}

type FileDialogsProps = Record<'viewing' | 'sharing' | 'extracting', Dialog<FileEntry>> & {
  moving: Dialog<FileEntry[]>
  onMoved: () => void
}

/** What opens about files: the content of one, a link to it, what it has packed, the place of one or several. */
export function FileDialogs({ viewing, moving, onMoved, sharing, extracting }: FileDialogsProps) {
  return (
    <>
      {viewing.subject && (
        <ViewDialog
          key={`view-${viewing.key}`}
          file={viewing.subject}
          opened={viewing.isOpen}
          onClose={viewing.close}
        />
      )}
      {extracting.subject && (
        <ExtractDialog
          key={`extract-${extracting.key}`}
          archive={extracting.subject}
          opened={extracting.isOpen}
          onClose={extracting.close}
        />
      )}
      {moving.subject && (
        <MoveDialog
          key={`move-${moving.key}`}
          files={moving.subject}
          opened={moving.isOpen}
          onClose={moving.close}
          onMoved={onMoved}
        />
      )}
      {sharing.subject && (
        <ShareDialog
          key={`share-${sharing.key}`}
          file={sharing.subject}
          opened={sharing.isOpen}
          onClose={sharing.close}
        />
      )}
    </>
  )
}
