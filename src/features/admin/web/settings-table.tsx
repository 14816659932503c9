import { useQuery } from '@tanstack/react-query'
import type { Setting } from '#features/admin/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'

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
    cell: ({ source }) => (source === 'environment' ? 'Environment' : 'Default'),
  },
]

/** The settings of the portal; they are changed where it is started. */
export function SettingsTable() {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.settings.queryOptions())
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <p className="desk-quiet">
        Environment variables of the portal. Change them where it is started (.env or its unit), then restart
        it.
      </p>
      <QueryState query={query} what="The settings" loadingText="Loading settings...">
        {(rows) => <DataTable caption="Settings" columns={columns} rows={rows} rowId={({ name }) => name} />}
      </QueryState>
    </section>
  )
}
