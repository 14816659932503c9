import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readFileSort } from '#features/files/contract/sort.ts'
import { texts } from '#features/files/contract/texts.ts'
import type { BrowsePage, FileEntry } from '#features/files/contract.ts'
import { siteNameIn } from '#features/services/contract/site-name.ts'
import { trpc } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { FileCard, type FileVerbs } from './file-card.tsx'
import { FileDialogs } from './file-dialogs.tsx'
import { Breadcrumb } from './files-breadcrumb.tsx'
import { FilesPager } from './files-pager.tsx'
import { browseInputOf, type FilesSearch, type NamedService, rowsOf, without } from './files-search.ts'
import { FilesStats } from './files-stats.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import { useFileChanges } from './use-file-changes.ts'

type FilesProps = { search: FilesSearch; services: NamedService[]; onUpload: (() => void) | undefined }

/** The files of the address: numbers, toolbar, cards, and the dialogs about one of them. */
export function FilesList({ search, services, onUpload }: FilesProps) {
  const query = trpc.files.browse.useQuery(browseInputOf(search))
  const selection = useSelection()
  const changes = useFileChanges()
  const viewing = useDialog<FileEntry>()
  const placing = useDialog<FileEntry>()
  const extracting = useDialog<FileEntry>()
  const sharing = useDialog<FileEntry>()
  const rows = query.data ? rowsOf(query.data, readFileSort(search.sort)) : []
  const remove = (ids: string[]) => void changes.remove(ids).then(selection.clear, () => {})
  const verbs: FileVerbs = {
    view: viewing.open,
    place: placing.open,
    extract: extracting.open,
    share: sharing.open,
    remove: ({ id }) => remove([id]),
  }
  return (
    <>
      <FilesStats
        totals={query.data?.totals}
        chosen={rows.filter(({ id }) => selection.selected.has(id))}
        isDeleting={changes.isDeleting}
        onDelete={remove}
      />
      <FilesToolbar search={search} services={services} />
      <Breadcrumb search={search} />
      <QueryState
        query={query}
        what="Your files"
        loadingText="Loading Files..."
        isEmpty={({ matches }) => matches === 0 && !search.q}
        empty={<EmptyState title={texts.empty} action={<FirstUpload onUpload={onUpload} />} />}
      >
        {(page) => <Cards {...selection} rows={rows} page={page} search={search} verbs={verbs} />}
      </QueryState>
      <FileDialogs viewing={viewing} placing={placing} sharing={sharing} extracting={extracting} />
    </>
  )
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return { selected, toggle, clear: () => setSelected(new Set()) }
}

type CardsProps = {
  rows: FileEntry[]
  page: BrowsePage
  search: FilesSearch
  selected: ReadonlySet<string>
  toggle: (id: string) => void
  verbs: FileVerbs
}

function Cards({ rows, page, search, selected, toggle, verbs }: CardsProps) {
  const { data: services = [] } = trpc.servers.list.useQuery()
  if (rows.length === 0)
    return <EmptyState title={`No file matches "${search.q}"`} action={<Clear search={search} />} />
  return (
    <>
      <ul className="files" data-view={search.view ?? 'grid'} aria-label="Files">
        {rows.map((file) => (
          <FileCard
            key={file.id}
            file={file}
            site={siteNameIn(services, file.serviceId, file.service.plan.name)}
            isSelected={selected.has(file.id)}
            onToggle={() => toggle(file.id)}
            verbs={verbs}
          />
        ))}
      </ul>
      <FilesPager search={search} of={page} />
    </>
  )
}

const FirstUpload = ({ onUpload }: Pick<FilesProps, 'onUpload'>) => (
  <button type="button" className="button" data-primary="" onClick={onUpload} disabled={!onUpload}>
    {texts.uploadFirst}
  </button>
)

const Clear = ({ search }: { search: FilesSearch }) => (
  <Link className="button" to="/files" search={without(search, 'q', 'at')}>
    Clear the search
  </Link>
)
