import { Link, useNavigate } from '@tanstack/react-router'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { readLogLine, showLogLine } from '../../../contract/log-line.ts'
import type { LogKind } from '../../../contract/log-search.ts'
import type { LogFilter } from './server-log-query.ts'

const kinds: { kind?: LogKind; label: string }[] = [
  { label: 'All' },
  { kind: 'access', label: 'Requests' },
  { kind: 'error', label: 'Errors' },
]

type ServerLogBarProps = {
  id: string
  filter: LogFilter
  lines: readonly string[]
  isPaused: boolean
  setPaused: (isPaused: boolean) => void
}

const searchOf = ({ kind, q }: LogFilter) => ({
  tab: 'logs' as const,
  ...(kind ? { kind } : {}),
  ...(q ? { q } : {}),
})

/** Log filters and actions. */
export function ServerLogBar({ id, filter, lines, isPaused, setPaused }: ServerLogBarProps) {
  const navigate = useNavigate()
  const place = { to: '/server-management/$serviceId', params: { serviceId: id } } as const
  const onSearch = (q: string) =>
    void navigate({ ...place, search: searchOf({ ...filter, q }), replace: true, resetScroll: false })
  return (
    <div className="server-log-bar">
      <SearchField label="Search the log" q={filter.q ?? ''} onSearch={onSearch} />
      <nav className="server-ranges" aria-label="Log type">
        {kinds.map(({ kind, label }) => (
          <Link
            key={label}
            {...place}
            search={searchOf({ kind, q: filter.q })}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
            replace
          >
            {label}
          </Link>
        ))}
      </nav>
      <button type="button" className="button" onClick={() => setPaused(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      {lines.length > 0 && (
        <CopyButton
          value={lines.map((line) => showLogLine(readLogLine(line))).join('\n')}
          label="Copy these lines"
        />
      )}
    </div>
  )
}
