import type { FileEntry } from '#features/files/contract.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { useDialog } from '#web/ui/use-dialog.ts'
import type { NamedService } from './files-search.ts'
import type { Picked } from './uploads/picked.ts'

const UploadDialog = lazyPart(() => import('./uploads/upload-dialog.tsx'), 'UploadDialog')
const ViewDialog = lazyPart(() => import('./file-view-dialog.tsx'), 'FileViewDialog')
const ExtractDialog = lazyPart(() => import('./extract/extract-dialog.tsx'), 'ExtractDialog')
const PlaceDialog = lazyPart(() => import('./file-place-dialog.tsx'), 'FilePlaceDialog')
const FolderDialog = lazyPart(() => import('./file-place-dialog.tsx'), 'FolderDialog')

type Dialog<Subject> = ReturnType<typeof useDialog<Subject>>

type PageDialogsProps = {
  uploading: Dialog<Picked[]>
  /** About the service that gets the folder. */
  foldering: Dialog<string>
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
          serviceId={foldering.subject}
          path={path}
        />
      )}
    </>
  )
}

type FileDialogsProps = Record<'viewing' | 'placing' | 'extracting', Dialog<FileEntry>>

/** What opens about one file: its content, its name and place, what is packed in it. */
export function FileDialogs({ viewing, placing, extracting }: FileDialogsProps) {
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
      {placing.subject && (
        <PlaceDialog
          key={`place-${placing.key}`}
          file={placing.subject}
          opened={placing.isOpen}
          onClose={placing.close}
        />
      )}
    </>
  )
}
