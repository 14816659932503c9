import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ListPage, type ListSearch, pageOf, type Reading } from '#web/lib/paged-list.ts'
import { ListControls, ListPager } from '../ui/tables/list-controls.tsx'

type RecordListProps<Row> = {
  rows: readonly Row[]
  /** The list's URL parameters. */
  search: ListSearch
  reading: Reading<Row>
  /** Search label, "Search domains". */
  label: string
  orders: readonly (readonly [order: string, name: string])[]
  children: (row: Row, page: ListPage<Row>) => ReactNode
}

/** Records page by page, in the given order by default; a long list can be searched. */
export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { rows, search, reading, label, orders, children } = props
  const page = pageOf(rows, search, reading)
  return (
    <>
      {page.isLong && <ListControls search={search} label={label} orders={orders} />}
      <ul className="record-list">
        {page.rows.map((row) => (
          <li key={row.id}>{children(row, page)}</li>
        ))}
      </ul>
      <ListPager page={page} />
    </>
  )
}

type Search = Record<string, unknown>

type RecordCardProps = {
  isOpen: boolean
  /** URL parameters of this page with the record open. */
  searchOf: (before: Search) => Search
  children: ReactNode
}

/** A record of the list, which opens beside it. */
export const RecordCard = ({ isOpen, searchOf, children }: RecordCardProps) => (
  <Link
    to="."
    search={searchOf}
    activeOptions={{ exact: true }}
    resetScroll={false}
    className="record-card"
    aria-current={isOpen ? 'true' : undefined}
  >
    {children}
  </Link>
)
