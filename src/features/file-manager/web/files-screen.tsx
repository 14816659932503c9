import { useQuery } from '@tanstack/react-query'
import { serviceLabel } from '#shared/names/site-name.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import { dock } from '#web/ui/dialogs/dock.tsx'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { texts } from '../contract/texts.ts'
import { PageDialogs } from './dialogs/file-dialogs.tsx'
import { FilesActions } from './files-actions.tsx'
import { FilesHead } from './files-head.tsx'
import { useFilesPlace } from './files-place.tsx'
import type { FilesSearch, NamedService } from './files-search.ts'
import { FilesList } from './list/files-list.tsx'
import { SharesList } from './shares/shares-list.tsx'
import { TrashList } from './trash/trash-list.tsx'
import { UploadTray } from './uploads/upload-tray.tsx'
import { uploadQueue } from './uploads/uploads.ts'
import { useCanChange } from './use-can-change.ts'
import { useChosenSite } from './use-chosen-site.ts'
import { usePageDrop } from './use-page-drop.ts'

const OpenFile = lazyPart(() => import('./open/open-file.tsx'), 'OpenFile')

/** The services that accept files, labelled; on a site's page only that site. */
function useFileServices(): NamedService[] {
  const { siteId } = useFilesPlace()
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  return services
    .filter(({ id, status }) => status === 'active' && (siteId === undefined || id === siteId))
    .map((service) => ({ id: service.id, name: serviceLabel(service, services) }))
}

function usePageDialogs(asked: FilesSearch['dialog']) {
  const uploading = usePageDialog<Picked[]>(asked === 'upload', [])
  const kind = asked === 'file' ? 'file' : 'folder'
  const making = usePageDialog<'folder' | 'file'>(asked === 'folder' || asked === 'file', kind)
  return { uploading, making }
}

/** Target of files dropped on the page: the current folder, while its service is known. */
function targetOf({ service, path = '' }: FilesSearch, services: readonly NamedService[]) {
  const [only, ...others] = services
  const known = services.find(({ id }) => id === service) ?? (others.length === 0 ? only : undefined)
  if (!known || (service !== undefined && known.id !== service)) return undefined
  return { serviceId: known.id, path }
}

/** The file manager: upload, find, select, open and change files. */
export function FilesScreen({ dialog }: { dialog: FilesSearch['dialog'] }) {
  const { search, siteId } = useFilesPlace()
  const services = useFileServices()
  useChosenSite(services)
  const mayChange = useCanChange()
  const canChange = mayChange && services.length > 0
  const { uploading, making } = usePageDialogs(canChange ? dialog : undefined)
  const onUpload = canChange ? () => uploading.open([]) : undefined
  const target = mayChange ? targetOf(search, services) : undefined
  const start = (picked: Picked[]) => {
    if (!target || picked.length === 0) return
    dock('uploads', UploadTray)
    uploadQueue.add(picked, target)
  }
  const isOver = usePageDrop((picked) => {
    if (target && !uploading.isOpen) start(picked)
    else if (onUpload && !uploading.isOpen) uploading.open(picked)
  })
  if (search.open) return <OpenFile id={search.open} />
  return (
    // Keyboard users have the drop zone of the dialog.
    <section
      aria-label={texts.title}
      className="files-page"
      data-over={(isOver && onUpload !== undefined) || undefined}
    >
      <FilesHead
        title={siteId === undefined ? texts.title : 'Files'}
        subtitle={texts.subtitle}
        actions={<FilesActions onMake={canChange ? making.open : undefined} onUpload={onUpload} />}
      />
      {search.show === 'trash' && <TrashList />}
      {search.show === 'shares' && <SharesList />}
      {!search.show && (
        <FilesList services={services} onUpload={onUpload} onPicked={target ? start : undefined} />
      )}
      <PageDialogs uploading={uploading} making={making} services={services} />
    </section>
  )
}
