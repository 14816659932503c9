import { Link, useNavigate } from '@tanstack/react-router'
import type { ListPage, ListSearch } from '../../lib/paged-list.ts'
import { SearchField } from './search-field.tsx'

type ListControlsProps = {
  search: ListSearch
  /** Search label, "Search sites". */
  label: string
  /** Labels of the orders; the URL omits the first, the default. */
  orders: readonly (readonly [order: string, name: string])[]
}

/** Search and order of a long list, stored in the URL; a change returns to the first page. */
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

/** Page links of a long list, with the number of search results. */
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
