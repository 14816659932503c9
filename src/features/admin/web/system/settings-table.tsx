import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Setting } from '#features/admin/contract.ts'
import { containsText } from '#shared/text/search-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import type { SystemSearch } from './system-search.ts'

function shownValue({ value, isHidden, source }: Setting): string {
  if (isHidden && source === 'environment') return 'Set, not shown'
  return value ?? 'Not set'
}

const columns: Column<Setting>[] = [
  { key: 'name', header: 'Setting', cell: ({ name }) => <span className="mono">{name}</span> },
  {
    key: 'value',
    header: 'Value',
    isText: true,
    cell: (setting) => (
      <span className={setting.value === null ? 'desk-quiet' : 'mono'}>{shownValue(setting)}</span>
    ),
  },
  {
    key: 'source',
    header: 'Source',
    card: 'state',
    cell: ({ source }) => (source === 'environment' ? 'Environment' : 'Default'),
  },
]

const isAskedFor =
  ({ q = '', isChanged }: SystemSearch) =>
  (setting: Setting): boolean =>
    (!isChanged || setting.source === 'environment') &&
    (containsText(setting.name, q) || containsText(shownValue(setting), q))

/** The settings of the portal, read-only. */
export function SettingsTable({ search }: { search: SystemSearch }) {
  const trpc = useTRPC()
  const navigate = useNavigate()
  const query = useQuery(trpc.admin.settings.queryOptions())
  const { q = '', isChanged = false } = search
  const show = (wanted: { q: string; isChanged: boolean }) =>
    void navigate({
      to: '/admin/system',
      search: {
        tab: 'settings',
        ...(wanted.q ? { q: wanted.q } : {}),
        ...(wanted.isChanged ? { isChanged: true } : {}),
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <p className="system-text">
        Environment variables of the portal. Change them in .env or its systemd unit, then restart it.
      </p>
      <div className="desk-filters">
        <SearchField
          label="Filter by name or value"
          q={q}
          onSearch={(text) => show({ q: text, isChanged })}
        />
        <label className="setting-switch">
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already exposes its checked state
            role="switch"
            checked={isChanged}
            onChange={(event) => show({ q, isChanged: event.currentTarget.checked })}
          />
          Changed only
        </label>
      </div>
      <QueryState query={query} what="The settings" loadingText="Loading settings...">
        {(rows) => {
          const shown = rows.filter(isAskedFor(search))
          if (shown.length === 0)
            return <EmptyState title="No matches" text="No settings match this filter." />
          return <DataTable caption="Settings" columns={columns} rows={shown} rowId={({ name }) => name} />
        }}
      </QueryState>
    </>
  )
}
