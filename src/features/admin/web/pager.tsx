import { Link } from '@tanstack/react-router'
import type { ListSearch } from './list-search.ts'

const exact = { exact: true }

/** From page to page of a keyset list; Back returns to the page before. */
export function Pager({ search, nextCursor }: { search: ListSearch; nextCursor: string | null | undefined }) {
  if (!search.cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="desk-pager">
      {search.cursor && (
        <Link to="." activeOptions={exact} search={({ cursor: _, ...rest }: ListSearch) => rest}>
          First page
        </Link>
      )}
      {nextCursor && (
        <Link to="." search={({ selected: _, ...rest }: ListSearch) => ({ ...rest, cursor: nextCursor })}>
          Next page
        </Link>
      )}
    </nav>
  )
}
