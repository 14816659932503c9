import { Link, useNavigate } from '@tanstack/react-router'
import { SearchField } from '../ui/tables/search-field.tsx'
import type { Filters, ListSearch } from './list-search.ts'

type FilterBarProps = {
  search: ListSearch
  statuses?: Filters
  /** Label of the search field; without one there is no field. */
  searchLabel?: string
}

/** Status links and a search field, both stored in the URL; a change returns to the first page. */
export function FilterBar({ search, statuses, searchLabel }: FilterBarProps) {
  const navigate = useNavigate()
  const find = (q: string) =>
    void navigate({ to: '.', search: ({ status }: ListSearch) => keep({ q, status }), replace: true })
  return (
    <div className="desk-filters">
      {searchLabel && <SearchField label={searchLabel} q={search.q ?? ''} onSearch={find} />}
      {statuses && (
        <nav aria-label="Status" className="desk-chips">
          {statuses.map((status, place) => (
            <Link
              key={status}
              to="."
              search={({ q }: ListSearch) => keep({ q, status: place === 0 ? undefined : status })}
              className="desk-chip"
              activeOptions={{ exact: true }}
              aria-current={(search.status ?? statuses[0]) === status ? 'true' : undefined}
            >
              {status}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

const keep = ({ q, status }: { q?: string | undefined; status?: string | undefined }): ListSearch => ({
  ...(q ? { q } : {}),
  ...(status ? { status } : {}),
})
