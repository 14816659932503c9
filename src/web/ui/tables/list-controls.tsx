import { Link, useNavigate } from '@tanstack/react-router'
import type { ListPage, ListSearch } from '../../lib/paged-list.ts'
import { SearchField } from './search-field.tsx'

type ListControlsProps = {
  search: ListSearch
  /** What is sought, "Search sites". */
  label: string
  /** Names of the orders; the first is the usual one, which the address does not say. */
  orders: readonly (readonly [order: string, name: string])[]
}

/** Search and order of a long list, kept in the address; either begins at the first page. */
export function ListControls({ search, label, orders }: ListControlsProps) {
  const navigate = useNavigate()
  const go = (change: ListSearch) =>
    void navigate({
      to: '.',
      search: ({ q: _q, sort: _sort, page: _page, ...rest }: ListSearch) => ({ ...rest, ...change }),
      replace: true,
    })
  const { q = '', sort } = search
  const kept = { ...(q ? { q } : {}), ...(sort ? { sort } : {}) }
  const usual = orders[0]?.[0]
  const chooseOrder = (order: string) => {
    const { sort: _, ...rest } = kept
    go(order === usual ? rest : { ...rest, sort: order })
  }
  return (
    <div className="list-controls">
      <SearchField
        label={label}
        q={q}
        onSearch={(text) => {
          const { q: _, ...rest } = kept
          go(text ? { ...rest, q: text } : rest)
        }}
      />
      <select
        className="control"
        aria-label="Sort by"
        value={sort ?? usual}
        onChange={({ currentTarget: { value } }) => chooseOrder(value)}
      >
        {orders.map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

const withPage =
  (page: number) =>
  ({ page: _, ...rest }: ListSearch): ListSearch =>
    page > 1 ? { ...rest, page } : rest

/** From page to page of a long list, and how much of it a search found. */
export function ListPager({ page: { page, pages, found, isLong } }: { page: ListPage<unknown> }) {
  if (!isLong) return null
  return (
    <nav aria-label="Pages" className="list-pager">
      {page > 1 && (
        <Link to="." search={withPage(page - 1)} className="button">
          Previous page
        </Link>
      )}
      <span>{found === 0 ? 'No matches' : `Page ${page} of ${pages} · ${found} found`}</span>
      {page < pages && (
        <Link to="." search={withPage(page + 1)} className="button">
          Next page
        </Link>
      )}
    </nav>
  )
}
