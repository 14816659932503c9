import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { type FileKind, kindOf } from '#features/files/contract/types.ts'
import { type Column, DataTable, readSort, writeSort } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { Bytes, DateTime } from '#web/ui/values/values.tsx'
import { readFileSort, writeFileSort } from '../../contract/sort.ts'
import { FileActions } from './file-actions.tsx'
import { FileFolder, FileName } from './file-name.tsx'
import type { FilesViewProps } from './files-view.ts'

const kindNames: Record<FileKind, string> = {
  folder: 'Folder',
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  text: 'Text',
  archive: 'Archive',
  code: 'Code',
  other: 'Other',
}

const Kind = ({ file: { fileType, isShared } }: { file: ListedFile }) => (
  <span className="files-kind">
    {kindNames[kindOf(fileType)]}
    {isShared && <StatusBadge status="shared" tone="ok" />}
  </span>
)

type TableProps = FilesViewProps & {
  sort: string | undefined
  onSort: (sort: string) => void
}

function columnsOf({ isSearch, hasSites, siteOf, selection, renaming, verbs }: TableProps) {
  const columns: (Column<ListedFile> | false)[] = [
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: (file) => (
        <span className="files-cell">
          <FileName file={file} selection={selection} renaming={renaming} />
          {isSearch && <FileFolder file={file} />}
        </span>
      ),
    },
    { key: 'kind', header: 'Type', card: 'state', cell: (file) => <Kind file={file} /> },
    {
      key: 'size',
      header: 'Size',
      align: 'right',
      isSortable: true,
      cell: ({ isFolder, fileSize }) =>
        isFolder ? <span className="files-no-size">–</span> : <Bytes bytes={fileSize} />,
    },
    {
      key: 'date',
      header: 'Modified',
      isSortable: true,
      cell: ({ uploadedAt }) => <DateTime at={uploadedAt} />,
    },
    hasSites && { key: 'site', header: 'Website', cell: siteOf },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      card: 'actions',
      cell: (file) => <FileActions file={file} verbs={verbs} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Files as rows, below 900 px as cards: check boxes and ranges select, headers sort. */
export function FilesTable(props: TableProps) {
  const columns = columnsOf(props)
  return (
    <div className="files-table">
      <DataTable
        caption="Files"
        columns={columns}
        rows={props.rows}
        rowId={({ id }) => id}
        rowLabel={({ fileName }) => fileName}
        sort={readSort(writeFileSort(readFileSort(props.sort)), columns)}
        onSort={(sort) => props.onSort(writeSort(sort))}
        selection={props.selection}
      />
    </div>
  )
}
