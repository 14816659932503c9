import { Link } from '@tanstack/react-router'
import type { DnsRecord } from '#features/zones/contract/records.ts'
import { countStrings } from '#features/zones/contract/values/txt.ts'
import { showName } from '#shared/names/show-name.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { CopyValue } from '#web/ui/values/copy-value.tsx'
import type { Domain } from '../../contract/contract.ts'
import type { DomainSearch } from '../domain-search.ts'
import { recordName } from './use-zone-changes.ts'

/** The value of a record, with its priority before it. */
const shownValue = ({ priority, value }: DnsRecord): string =>
  priority === null ? value : `${priority} ${value}`

/** Several strings would look like one text with quotes in it. */
const StringsHint = ({ record }: { record: DnsRecord }) => {
  const count = record.type === 'TXT' ? countStrings(record.value) : 1
  return count > 1 ? <span className="quiet">{count} strings in one record</span> : null
}

const reading = {
  words: (record: DnsRecord) =>
    `${record.type} ${record.name} ${showName(record.name)} ${shownValue(record)}`,
  orders: {},
}

type RecordListProps = {
  records: DnsRecord[]
  domain: Domain
  search: DomainSearch
  onEdit: (record: DnsRecord) => void
  onDelete: (record: DnsRecord) => void
}

/** The records that match the address, with their actions. */
export function RecordList({ records, domain, search, onEdit, onDelete }: RecordListProps) {
  const { find = '', part = 1 } = search
  const page = pageOf(records, { q: find, page: part }, reading)
  const label = (record: DnsRecord) => recordName(record, domain.name)
  const columns: Column<DnsRecord>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => <span className="mono">{showName(name)}</span> },
    {
      key: 'type',
      header: 'Type',
      card: 'state',
      cell: ({ type }) => <span className="domain-type">{type}</span>,
    },
    {
      key: 'value',
      isText: true,
      header: 'Value',
      cell: (record) => (
        <>
          <CopyValue label={label(record)} value={shownValue(record)} />
          <StringsHint record={record} />
        </>
      ),
    },
    { key: 'ttl', header: 'TTL', align: 'right', isDetail: true, cell: ({ ttl }) => `${ttl} s` },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      card: 'actions',
      cell: (record) => (
        <RowActions label={label(record)}>
          <button
            type="button"
            className="row-action"
            aria-label={`Edit ${label(record)}`}
            onClick={() => onEdit(record)}
          >
            Edit
          </button>
          <button
            type="button"
            className="row-action"
            data-bad=""
            aria-label={`Delete ${label(record)}`}
            onClick={() => onDelete(record)}
          >
            Delete
          </button>
        </RowActions>
      ),
    },
  ]
  return (
    <>
      {page.found > 0 && (
        <DataTable
          caption={`DNS records of ${showName(domain.name)}`}
          columns={columns}
          rows={page.rows}
          rowId={({ id }) => id}
          rowLabel={label}
        />
      )}
      {page.found === 0 && find && <NoMatch find={find} />}
      <RecordPager page={page.page} pages={page.pages} found={page.found} />
    </>
  )
}

const withPart =
  (part: number) =>
  ({ part: _, ...rest }: DomainSearch): DomainSearch =>
    part > 1 ? { ...rest, part } : rest

const withoutFind = ({ find: _, part: _part, ...rest }: DomainSearch): DomainSearch => rest

const NoMatch = ({ find }: { find: string }) => (
  <div className="empty-state">
    <p className="empty-state-title">No record matches “{find}”</p>
    <Link from="/domains" to="." search={withoutFind} className="button" replace>
      Clear the filter
    </Link>
  </div>
)

function RecordPager({ page, pages, found }: { page: number; pages: number; found: number }) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages of records" className="list-pager">
      {page > 1 && (
        <Link from="/domains" to="." search={withPart(page - 1)} className="button" resetScroll={false}>
          Previous page
        </Link>
      )}
      <span>
        Page {page} of {pages} · {found} records
      </span>
      {page < pages && (
        <Link from="/domains" to="." search={withPart(page + 1)} className="button" resetScroll={false}>
          Next page
        </Link>
      )}
    </nav>
  )
}
