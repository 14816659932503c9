import { lazy, Suspense } from 'react'
import type { FileEntry } from '#features/files/contract.ts'
import type { useDialog } from '#web/ui/use-dialog.ts'
import type { NamedService } from './files-search.ts'

const UploadDialog = lazy(() =>
  import('./upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
)
const ViewDialog = lazy(() =>
  import('./file-view-dialog.tsx').then((module) => ({ default: module.FileViewDialog })),
)
const PlaceDialog = lazy(() =>
  import('./file-place-dialog.tsx').then((module) => ({ default: module.FilePlaceDialog })),
)
const FolderDialog = lazy(() =>
  import('./file-place-dialog.tsx').then((module) => ({ default: module.FolderDialog })),
)

type Dialog<Subject> = ReturnType<typeof useDialog<Subject>>

type PageDialogsProps = {
  uploading: Dialog<File[]>
  /** About the service that gets the folder. */
  foldering: Dialog<string>
  services: NamedService[]
  serviceId: string | undefined
  path: string
}

/** Upload and new folder, loaded when they are first opened. */
export function PageDialogs({ uploading, foldering, services, serviceId, path }: PageDialogsProps) {
  return (
    <Suspense>
      {uploading.subject && (
        <UploadDialog
          key={uploading.key}
          opened={uploading.isOpen}
          onClose={uploading.close}
          services={services}
          serviceId={serviceId}
          path={path}
          files={uploading.subject}
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
    </Suspense>
  )
}

type FileDialogsProps = { viewing: Dialog<FileEntry>; placing: Dialog<FileEntry> }

/** What opens about one file: its content, its name and place. */
export function FileDialogs({ viewing, placing }: FileDialogsProps) {
  return (
    <Suspense>
      {viewing.subject && (
        <ViewDialog
          key={`view-${viewing.key}`}
          file={viewing.subject}
          opened={viewing.isOpen}
          onClose={viewing.close}
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
    </Suspense>
  )
}
