import type { FileEntry } from '#features/files/contract/contract.ts'
import type { Picked } from '#web/lib/picked.ts'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { NamedService } from '../files-search.ts'

const UploadDialog = lazyPart(() => import('../uploads/upload-dialog.tsx'), 'UploadDialog')
const ExtractDialog = lazyPart(() => import('../extract/extract-dialog.tsx'), 'ExtractDialog')
const MoveDialog = lazyPart(() => import('./file-move-dialog.tsx'), 'FileMoveDialog')
const ShareDialog = lazyPart(() => import('../shares/share-dialog.tsx'), 'ShareDialog')
const NewEntryDialog = lazyPart(() => import('./new-entry-dialog.tsx'), 'NewEntryDialog')

type Dialog<Subject> = ReturnType<typeof useDialog<Subject>>

type PageDialogsProps = {
  uploading: Dialog<Picked[]>
  making: Dialog<'folder' | 'file'>
  services: NamedService[]
}

/** Upload, new folder and new file dialogs, loaded on first use. */
export const PageDialogs = ({ uploading, making, services }: PageDialogsProps) => (
  <>
    {uploading.subject && (
      <UploadDialog
        key={`upload-${uploading.key}`}
        opened={uploading.isOpen}
        onClose={uploading.close}
        services={services}
        picked={uploading.subject}
      />
    )}
    {making.subject && (
      <NewEntryDialog
        key={`new-${making.key}`}
        kind={making.subject}
        opened={making.isOpen}
        onClose={making.close}
        services={services}
      />
    )}
  </>
)

type FileDialogsProps = Record<'sharing' | 'extracting', Dialog<FileEntry>> & {
  moving: Dialog<FileEntry[]>
  onMoved: () => void
}

/** Dialogs for files: share, extract and move. */
export function FileDialogs({ moving, onMoved, sharing, extracting }: FileDialogsProps) {
  return (
    <>
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
