import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FileEntry } from '#features/files/contract.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { readFileSort } from '../../contract/sort.ts'
import { FileDialogs } from '../dialogs/file-dialogs.tsx'
import type { FileVerbs } from '../file/file-verbs.ts'
import { useFileChanges } from '../file/use-file-changes.ts'
import { browseInputOf, type FilesSearch, type NamedService, without } from '../files-search.ts'
import { FilesSelection } from '../selection/files-selection.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { FileCard } from './file-card.tsx'
import { Breadcrumb } from './files-breadcrumb.tsx'
import { NoFiles, NoFolder, NoMatch } from './files-empty.tsx'
import { rowsOf } from './files-order.ts'
import { FilesPager } from './files-pager.tsx'
import { FilesStats } from './files-stats.tsx'
import { FilesTable } from './files-table.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import type { FilesViewProps } from './files-view.ts'
import { useRenaming } from './use-renaming.ts'

type FilesProps = { search: FilesSearch; services: NamedService[]; onUpload: (() => void) | undefined }

/** The files of the address: numbers, toolbar, grid or table, what is selected, and the dialogs about some of them. */
export function FilesList({ search, services, onUpload }: FilesProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.files.browse.queryOptions(browseInputOf(search)))
  const rows = query.data ? rowsOf(query.data, readFileSort(search.sort)) : []
  const selection = useSelection(search, rows)
  const renaming = useRenaming(selection.chosen)
  const changes = useFileChanges()
  const viewing = useDialog<FileEntry>()
  const moving = useDialog<FileEntry[]>()
  const extracting = useDialog<FileEntry>()
  const sharing = useDialog<FileEntry>()
  const remove = (files: FileEntry[]) => changes.remove(files.map(({ id }) => id))
  const verbs: FileVerbs = {
    view: viewing.open,
    extract: extracting.open,
    share: sharing.open,
    rename: renaming.begin,
    move: (file) => moving.open([file]),
    remove: (file) => void remove([file]).catch(() => {}),
  }
  const { chosen, clear } = selection
  return (
    <>
      <div className="files-numbers" data-idle={chosen.length === 0 || undefined}>
        <FilesStats totals={query.data?.totals} />
        <FilesSelection
          chosen={chosen}
          rows={rows}
          isDeleting={changes.isDeleting}
          onMove={() => moving.open(chosen)}
          onDelete={() => void remove(chosen).then(clear, () => {})}
          onClear={clear}
        />
      </div>
      <FilesToolbar search={search} services={services} />
      {!query.data?.isMissing && <Breadcrumb search={search} />}
      <QueryState
        query={query}
        what="Your files"
        loadingText="Loading Files..."
        isEmpty={({ matches }) => matches === 0 && !search.q}
        empty={
          query.data?.isMissing ? (
            <NoFolder search={search} />
          ) : (
            <NoFiles isFolder={search.path !== undefined} onUpload={onUpload} />
          )
        }
      >
        {(page) => (
          <div className="files-found">
            <View {...{ rows, selection, renaming, verbs, search }} />
            <FilesPager search={search} of={page} />
          </div>
        )}
      </QueryState>
      <FileDialogs
        viewing={viewing}
        moving={moving}
        onMoved={clear}
        sharing={sharing}
        extracting={extracting}
      />
    </>
  )
}

type ViewProps = Omit<FilesViewProps, 'siteOf' | 'isSearch'> & { search: FilesSearch }

function View({ search, ...rest }: ViewProps) {
  const trpc = useTRPC()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const navigate = useNavigate()
  const { rows } = rest
  if (rows.length === 0) return <NoMatch search={search} />
  const view: FilesViewProps = {
    ...rest,
    isSearch: search.q !== undefined,
    siteOf: ({ serviceId, service }) => serviceLabelIn(services, serviceId, service.plan.name),
  }
  if (search.view === 'list')
    return (
      <FilesTable
        {...view}
        hasSites={!search.service && services.length > 1}
        sort={search.sort}
        onSort={(sort) =>
          void navigate({ to: '/files', search: { ...without(search, 'at'), sort }, replace: true })
        }
      />
    )
  return (
    <ul className="files" data-view="grid" aria-label="Files">
      {rows.map((file) => (
        <FileCard key={file.id} file={file} {...view} />
      ))}
    </ul>
  )
}
