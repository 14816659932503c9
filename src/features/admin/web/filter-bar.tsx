import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListSearch } from './list-search.ts'

type FilterBarProps = {
  search: ListSearch
  /** Statuses to choose from; the first is what an empty address means. */
  statuses?: readonly string[]
  /** Name of the search field; without it there is none. */
  searchLabel?: string
}

const settleMs = 250

/** Status as links and a search field, both kept in the address; a change starts again at the first page. */
export function FilterBar({ search, statuses = [], searchLabel }: FilterBarProps) {
  return (
    <div className="desk-filters">
      {searchLabel && <SearchField label={searchLabel} q={search.q ?? ''} />}
      {statuses.length > 0 && (
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

function SearchField({ label, q }: { label: string; q: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const [asked, setAsked] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Not what was typed here: somebody went back or followed a link, so the field follows the address.
    if (q !== asked) {
      setAsked(q)
      setText(q)
    }
  }
  useEffect(() => {
    if (text.trim() === asked) return
    const timer = setTimeout(() => {
      setAsked(text.trim())
      const search = ({ status }: ListSearch) => keep({ q: text.trim(), status })
      void navigate({ to: '.', search, replace: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text, asked, navigate])
  return (
    <input
      type="search"
      className="desk-search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      data-desk-search
    />
  )
}

/** Puts the cursor into the search field of the page. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>('[data-desk-search]')?.focus()
