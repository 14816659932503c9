import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Preference } from '../contract/contract.ts'

const channels = [
  ['screen', 'Screen'],
  ['mail', 'Email'],
  ['webhook', 'Webhook'],
] as const
type Channel = (typeof channels)[number][0]
type Choose = (kind: Preference['kind'], channel: Channel, isOn: boolean) => void

/** The kinds of a group, in list order. */
function byGroup(preferences: readonly Preference[]): [group: string, rows: Preference[]][] {
  const groups = new Map<string, Preference[]>()
  for (const each of preferences) groups.set(each.group, [...(groups.get(each.group) ?? []), each])
  return [...groups]
}

/** Which kinds of notices reach the customer, and by which channels. */
export function PreferencesPage() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { queryKey } = trpc.notifications.preferences.get.queryOptions()
  const query = useQuery(trpc.notifications.preferences.get.queryOptions())
  const set = useMutation(
    trpc.notifications.preferences.set.mutationOptions({
      meta: { failure: 'Your choice could not be saved' },
      onSuccess: (all) => queryClient.setQueryData(queryKey, all),
      onError: () => queryClient.invalidateQueries({ queryKey }),
    }),
  )
  const choose: Choose = (kind, channel, isOn) => {
    queryClient.setQueryData(queryKey, (all) =>
      all?.map((each) => (each.kind === kind ? { ...each, [channel]: isOn } : each)),
    )
    set.mutate({ preferences: [{ kind, [channel]: isOn }] })
  }
  return (
    <div className="preferences">
      <PageHeader
        title="Notifications"
        subtitle="Choose what you are notified about, and how. Changes are saved automatically."
        actions={
          <Link to="/account/webhooks" className="button">
            Webhooks
          </Link>
        }
      />
      <QueryState query={query} what="Your choices" loadingText="Loading your choices...">
        {(preferences) =>
          byGroup(preferences).map(([group, rows]) => (
            <Group key={group} name={group} rows={rows} onChoose={choose} />
          ))
        }
      </QueryState>
    </div>
  )
}

function Group({ name, rows, onChoose }: { name: string; rows: Preference[]; onChoose: Choose }) {
  const reasonId = useId()
  const reason = rows.flatMap(({ locked }) => Object.values(locked)).find((each) => each !== null)
  return (
    <table className="preferences-group">
      <caption>
        {name}
        {reason && <span id={reasonId}>{reason}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {channels.map(([channel, label]) => (
            <th key={channel} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.kind}>
            <th scope="row">{row.label}</th>
            {channels.map(([channel, label]) => (
              <td key={channel}>
                <label>
                  <input
                    type="checkbox"
                    className="checkbox"
                    aria-label={`${row.label}: ${label}`}
                    aria-describedby={row.locked[channel] ? reasonId : undefined}
                    checked={row[channel]}
                    disabled={row.locked[channel] !== null}
                    onChange={(event) => onChoose(row.kind, channel, event.currentTarget.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
