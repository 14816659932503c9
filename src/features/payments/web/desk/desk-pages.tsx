import { Link } from '@tanstack/react-router'
import type { PaymentsSearch } from './desk-search.ts'

type DeskPagesProps = { search: PaymentsSearch; nextCursor: string | null | undefined }

/** Paging of the payments. */
export function DeskPages({ search: { cursor, ...search }, nextCursor }: DeskPagesProps) {
  if (!cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="desk-pager">
      {cursor && (
        <Link to="/admin/payments" search={search} activeOptions={{ exact: true }}>
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="/admin/payments" search={{ ...search, cursor: nextCursor }}>
          Next page
        </Link>
      )}
    </nav>
  )
}
