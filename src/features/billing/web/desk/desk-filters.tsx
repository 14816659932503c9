import { Link, useNavigate } from '@tanstack/react-router'
import { given } from '#web/lib/search-values.ts'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import { DeskExport } from './desk-export.tsx'
import { type DeskSearch, invoiceFilters } from './desk-search.ts'

const exact = { exact: true }

/** Filters of the list, stored in the address; a change returns to the first page. */
export function DeskFilters({ search }: { search: DeskSearch }) {
  const navigate = useNavigate()
  const find = (q: string) =>
    void navigate({
      to: '/admin/invoices',
      search: given({ ...search, q: q || undefined, cursor: undefined, selected: undefined }),
      replace: true,
    })
  return (
    <div className="desk-filters">
      <SearchField
        label="Search numbers, such as INV/2627/"
        q={search.q ?? ''}
        onSearch={find}
        maxLength={16}
      />
      <nav aria-label="Status" className="desk-chips">
        {invoiceFilters.map((status) => (
          <Link
            key={status}
            to="/admin/invoices"
            search={given({
              ...search,
              status: status === 'all' ? undefined : status,
              cursor: undefined,
              selected: undefined,
            })}
            className="desk-chip"
            activeOptions={exact}
            aria-current={(search.status ?? 'all') === status ? 'true' : undefined}
          >
            {status}
          </Link>
        ))}
      </nav>
      <DeskExport search={search} />
    </div>
  )
}

type DeskPagesProps = { search: DeskSearch; nextCursor: string | null | undefined }

/** Paging of the list. */
export function DeskPages({ search, nextCursor }: DeskPagesProps) {
  if (!search.cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="desk-pager">
      {search.cursor && (
        <Link
          to="/admin/invoices"
          activeOptions={exact}
          search={given({ ...search, cursor: undefined, selected: undefined })}
        >
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="/admin/invoices" search={given({ ...search, selected: undefined, cursor: nextCursor })}>
          Next page
        </Link>
      )}
    </nav>
  )
}
