import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ListPage, type ListSearch, pageOf, type Reading } from '#web/lib/paged-list.ts'
import { ListControls, ListPager } from '../ui/tables/list-controls.tsx'

type RecordListProps<Row> = {
  rows: readonly Row[]
  /** What the address says of the list. */
  search: ListSearch
  reading: Reading<Row>
  /** What is sought, "Search domains". */
  label: string
  orders: readonly (readonly [order: string, name: string])[]
  children: (row: Row, page: ListPage<Row>) => ReactNode
}

/** Records page by page, in the order of the rows unless sorted otherwise; a long list can be searched. */
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
  /** The parameters of this page's address under which the record is open. */
  searchOf: (before: Search) => Search
  children: ReactNode
}

/** A record of the list, which opens it beside the list. */
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
