import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '#features/files/contract/texts.ts'
import type { FileEntry } from '#features/files/contract.ts'
import { trpc } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { FileCard, type FileVerbs } from './file-card.tsx'
import { FileDialogs } from './file-dialogs.tsx'
import { arrange, type FilesSearch, listInputOf, type NamedService, readFileSort } from './files-search.ts'
import { FilesStats } from './files-stats.tsx'
import { Breadcrumb, FilesToolbar } from './files-toolbar.tsx'
import { useFileChanges } from './use-file-changes.ts'

type FilesProps = { search: FilesSearch; services: NamedService[]; onUpload: (() => void) | undefined }

/** The files of the address: numbers, toolbar, cards, and the dialogs about one of them. */
export function FilesList({ search, services, onUpload }: FilesProps) {
  const query = trpc.files.list.useQuery(listInputOf(search))
  const { selected, toggle, clear } = useSelection()
  const changes = useFileChanges()
  const viewing = useDialog<FileEntry>()
  const placing = useDialog<FileEntry>()
  const rows = arrange(query.data ?? [], search.q ?? '', readFileSort(search.sort))
  const chosen = rows.filter(({ id }) => selected.has(id))
  const remove = (ids: string[]) => void changes.remove(ids).then(clear, () => {})
  const verbs: FileVerbs = {
    view: viewing.open,
    place: placing.open,
    share: (file) => void changes.share(file).catch(() => {}),
    remove: ({ id }) => remove([id]),
  }
  const way = search.q ? <Clear search={search} /> : <FirstUpload onUpload={onUpload} />
  return (
    <>
      <FilesStats rows={query.data ?? []} chosen={chosen} isDeleting={changes.isDeleting} onDelete={remove} />
      <FilesToolbar search={search} services={services} />
      <Breadcrumb search={search} />
      <QueryState
        query={query}
        what="Your files"
        loadingText="Loading Files..."
        empty={<EmptyState title={texts.empty} action={way} />}
      >
        {() => <Cards rows={rows} search={search} selected={selected} toggle={toggle} verbs={verbs} />}
      </QueryState>
      <FileDialogs viewing={viewing} placing={placing} />
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
  search: FilesSearch
  selected: ReadonlySet<string>
  toggle: (id: string) => void
  verbs: FileVerbs
}

function Cards({ rows, search, selected, toggle, verbs }: CardsProps) {
  if (rows.length === 0)
    return <EmptyState title={`No file matches "${search.q}"`} action={<Clear search={search} />} />
  return (
    <ul className="files" data-view={search.view ?? 'grid'} aria-label="Files">
      {rows.map((file) => (
        <FileCard
          key={file.id}
          file={file}
          isSelected={selected.has(file.id)}
          onToggle={() => toggle(file.id)}
          verbs={verbs}
        />
      ))}
    </ul>
  )
}

const FirstUpload = ({ onUpload }: Pick<FilesProps, 'onUpload'>) => (
  <button type="button" className="button" data-primary="" onClick={onUpload} disabled={!onUpload}>
    {texts.uploadFirst}
  </button>
)

const Clear = ({ search: { q: _, ...rest } }: { search: FilesSearch }) => (
  <Link className="button" to="/files" search={rest}>
    Clear the search
  </Link>
)
