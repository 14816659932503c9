import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { serviceLabel } from '#shared/names/site-name.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from '../contract/texts.ts'
import { PageDialogs } from './dialogs/file-dialogs.tsx'
import { FilesActions } from './files-actions.tsx'
import type { FilesSearch, NamedService } from './files-search.ts'
import { FilesList } from './list/files-list.tsx'
import { SharesList } from './shares/shares-list.tsx'
import { TrashList } from './trash/trash-list.tsx'
import { usePageDrop } from './use-page-drop.ts'

const route = getRouteApi('/signed-in/shell/files')

/** The services that take files, as a person tells them apart. */
function useFileServices(): NamedService[] {
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  return services
    .filter(({ status }) => status === 'active')
    .map((service) => ({ id: service.id, name: serviceLabel(service, services) }))
}

type ShownProps = { search: FilesSearch; services: NamedService[]; onUpload: (() => void) | undefined }

function Shown({ search, services, onUpload }: ShownProps) {
  if (search.show === 'trash') return <TrashList />
  if (search.show === 'shares') return <SharesList />
  return <FilesList search={search} services={services} onUpload={onUpload} />
}

function usePageDialogs(asked: FilesSearch['dialog']) {
  const uploading = usePageDialog<Picked[]>(asked === 'upload', [])
  const foldering = usePageDialog(asked === 'folder', true)
  return { uploading, foldering }
}

/** The file manager: upload, find, select, and what can be done to a file. */
export function FilesPage() {
  const { dialog, ...search } = route.useSearch()
  const services = useFileServices()
  const { uploading, foldering } = usePageDialogs(services.length > 0 ? dialog : undefined)
  const onFolder = services.length > 0 ? () => foldering.open(true) : undefined
  const onUpload = services.length > 0 ? () => uploading.open([]) : undefined
  const isOver = usePageDrop((picked) => {
    if (onUpload && !uploading.isOpen) uploading.open(picked)
  })
  const dialogs = { uploading, foldering, services, serviceId: search.service, path: search.path ?? '' }
  return (
    // The drop zone of the dialog is the way for a keyboard.
    <section
      aria-label={texts.title}
      className="files-page"
      data-over={(isOver && onUpload !== undefined) || undefined}
    >
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={<FilesActions show={search.show} onFolder={onFolder} onUpload={onUpload} />}
      />
      <Shown search={search} services={services} onUpload={onUpload} />
      <PageDialogs {...dialogs} />
    </section>
  )
}
