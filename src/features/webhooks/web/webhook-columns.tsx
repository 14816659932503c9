import { countText } from '#shared/text/count-text.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Webhook } from '../contract/contract.ts'

type Verb = 'deliveries' | 'test' | 'edit' | 'rotate' | 'switch' | 'remove'

/** The actions of a webhook's menu. */
export type Verbs = Record<Verb, (webhook: Webhook) => void>

const verbsOf = ({ isEnabled }: Webhook): [Verb, string][] => [
  ['deliveries', 'Deliveries'],
  ...(isEnabled ? ([['test', 'Send a test']] as [Verb, string][]) : []),
  ['edit', 'Edit…'],
  ['rotate', 'New secret…'],
  ['switch', isEnabled ? 'Disable' : 'Enable'],
  ['remove', 'Remove…'],
]

/** The columns of the webhook list. */
export const columnsOf = (verbs: Verbs): Column<Webhook>[] => [
  {
    key: 'url',
    header: 'Address',
    cell: ({ url, description }) => (
      <>
        {url}
        {description && <span className="webhook-note">{description}</span>}
      </>
    ),
  },
  {
    key: 'kinds',
    header: 'Events',
    cell: ({ kinds }) => (kinds.length === 0 ? 'Everything' : countText(kinds.length, 'event')),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ isEnabled, problem, failingSince }) => (
      <>
        <StatusBadge
          status={!isEnabled ? 'disabled' : failingSince ? 'failing' : 'enabled'}
          tone={!isEnabled ? 'neutral' : failingSince ? 'bad' : 'ok'}
        />
        {problem && <span className="webhook-note">{problem}</span>}
      </>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (webhook) => (
      <RowActions label={webhook.url} isMenu>
        {verbsOf(webhook).map(([verb, label]) => (
          <button
            key={verb}
            type="button"
            className="row-action"
            data-bad={verb === 'remove' || undefined}
            onClick={() => verbs[verb](webhook)}
          >
            {label}
          </button>
        ))}
      </RowActions>
    ),
  },
]
