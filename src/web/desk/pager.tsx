import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListSearch } from './list-search.ts'

const exact = { exact: true }

/** Pages of a keyset list; Back returns to the previous one. */
export function Pager({ search, nextCursor }: { search: ListSearch; nextCursor: string | null | undefined }) {
  if (!search.cursor && !nextCursor) return null
  return (
    <nav aria-label="Pages" className="desk-pager">
      {search.cursor && (
        <Link to="." activeOptions={exact} search={({ cursor: _, ...rest }: ListSearch) => rest}>
          First page
        </Link>
      )}
      {nextCursor && <NextPage cursor={nextCursor}>Next page</NextPage>}
    </nav>
  )
}

type NextPageProps = { cursor: string; className?: string; children: ReactNode }

/** A link to the page behind the cursor, with the list's other parameters. */
export const NextPage = ({ cursor, className, children }: NextPageProps) => (
  <Link to="." className={className} search={({ selected: _, ...rest }: ListSearch) => ({ ...rest, cursor })}>
    {children}
  </Link>
)
