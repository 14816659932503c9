import { Link } from '@tanstack/react-router'
import type { RenewalsSearch } from './desk-search.ts'

type DeskPagesProps = { search: RenewalsSearch; nextCursor: string | null | undefined }

/** Paging of the renewals and refunds. */
export function DeskPages({ search: { cursor, ...search }, nextCursor }: DeskPagesProps) {
  if (!cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="desk-pager">
      {cursor && (
        <Link to="/admin/renewals" search={search} activeOptions={{ exact: true }}>
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="/admin/renewals" search={{ ...search, cursor: nextCursor }}>
          Next page
        </Link>
      )}
    </nav>
  )
}
