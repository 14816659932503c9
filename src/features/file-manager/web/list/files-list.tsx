import { useQuery } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { readFileSort } from '../../contract/sort.ts'
import { FileDialogs } from '../dialogs/file-dialogs.tsx'
import type { FileVerbs } from '../file/file-verbs.ts'
import { useFileChanges } from '../file/use-file-changes.ts'
import { useFilesPlace, useGoToFiles } from '../files-place.tsx'
import { browseInputOf, type NamedService, without } from '../files-search.ts'
import { FilesSelection } from '../selection/files-selection.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { Breadcrumb } from './files-breadcrumb.tsx'
import { NoFiles, NoFolder, NoMatch } from './files-empty.tsx'
import { FilesGrid } from './files-grid.tsx'
import { rowsOf } from './files-order.ts'
import { FilesPager } from './files-pager.tsx'
import { FilesStats } from './files-stats.tsx'
import { FilesTable } from './files-table.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import type { FilesViewProps } from './files-view.ts'
import { useRenaming } from './use-renaming.ts'

type FilesProps = {
  services: NamedService[]
  onUpload: (() => void) | undefined
  onPicked: ((picked: Picked[]) => void) | undefined
}

/** The file list: a toolbar or selection bar, the files, their totals, and the dialogs about them. */
export function FilesList({ services, onUpload, onPicked }: FilesProps) {
  const trpc = useTRPC()
  const { search } = useFilesPlace()
  const query = useQuery(trpc.files.browse.queryOptions(browseInputOf(search)))
  const rows = query.data ? rowsOf(query.data, readFileSort(search.sort)) : []
  const selection = useSelection(search, rows)
  const renaming = useRenaming(selection.chosen)
  const changes = useFileChanges()
  const moving = useDialog<FileEntry[]>()
  const extracting = useDialog<FileEntry>()
  const sharing = useDialog<FileEntry>()
  const verbs: FileVerbs = {
    extract: extracting.open,
    share: sharing.open,
    rename: renaming.begin,
    move: (file) => moving.open([file]),
    remove: (file) => void changes.remove([file]).catch(() => {}),
  }
  const { chosen, clear } = selection
  return (
    <>
      {!query.data?.isMissing && <Breadcrumb path={search.path ?? ''} />}
      <div className="files-band" data-selected={chosen.length > 0 || undefined}>
        <FilesToolbar services={services} />
        {chosen.length > 0 && (
          <FilesSelection
            chosen={chosen}
            rows={rows}
            isDeleting={changes.isDeleting}
            onMove={() => moving.open(chosen)}
            onDelete={() => void changes.remove(chosen).then(clear, () => {})}
            onClear={clear}
          />
        )}
      </div>
      <QueryState
        query={query}
        what="Your files"
        loadingText="Loading Files..."
        isEmpty={({ matches }) => matches === 0 && !search.q}
        empty={
          query.data?.isMissing ? (
            <NoFolder />
          ) : (
            <NoFiles isFolder={search.path !== undefined} onUpload={onUpload} onPicked={onPicked} />
          )
        }
      >
        {(page) => (
          <div className="files-found">
            <View {...{ rows, selection, renaming, verbs }} />
            <FilesPager of={page} />
          </div>
        )}
      </QueryState>
      <FilesStats totals={query.data?.totals} />
      <FileDialogs moving={moving} onMoved={clear} sharing={sharing} extracting={extracting} />
    </>
  )
}

function View(props: Omit<FilesViewProps, 'siteOf' | 'isSearch' | 'hasSites'>) {
  const trpc = useTRPC()
  const { search } = useFilesPlace()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const go = useGoToFiles()
  if (props.rows.length === 0) return <NoMatch />
  const view: FilesViewProps = {
    ...props,
    isSearch: search.q !== undefined,
    hasSites: !search.service && services.length > 1,
    siteOf: ({ serviceId, service }) => serviceLabelIn(services, serviceId, service.plan.name),
  }
  if (search.view !== 'list') return <FilesGrid {...view} />
  return (
    <FilesTable
      {...view}
      sort={search.sort}
      onSort={(sort) => void go({ ...without(search, 'at'), sort }, true)}
    />
  )
}
