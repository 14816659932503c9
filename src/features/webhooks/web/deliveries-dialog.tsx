import { useQueryClient } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Delivery, Webhook } from '../contract/contract.ts'
import { useWebhookChanges } from './use-webhook-changes.ts'

type DeliveriesDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

const shown = 50
const title = 'Deliveries'
const tones: Record<Delivery['status'], Tone> = { queued: 'warn', delivered: 'ok', failed: 'bad' }

/** The latest deliveries of a webhook, polled while one of them is queued. */
function useDeliveries(id: string) {
  const { deliveries } = useTRPC().webhooks
  const queryKey = deliveries.queryKey({ id, limit: shown })
  const known = useQueryClient().getQueryData(queryKey)
  return usePolled<Delivery[]>({
    queryKey,
    path: `/api/user/webhooks/${id}/deliveries?limit=${shown}`,
    isPaused: known?.every(({ status }) => status !== 'queued') ?? false,
    everyMs: 2 * second,
  })
}

/** The latest deliveries of a webhook, and its responses. */
export function DeliveriesDialog({ webhook, opened, onClose }: DeliveriesDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <p className="webhook-text">
        {webhook.url}
        {!webhook.isEnabled && <span className="webhook-note">Disabled. Nothing is sent.</span>}
      </p>
      <Deliveries webhook={webhook} />
    </Modal>
  )
}

// Unmounted with the content of the dialog, so that a removed webhook is no longer polled.
function Deliveries({ webhook: { id, isEnabled } }: { webhook: Webhook }) {
  const query = useDeliveries(id)
  const { replay } = useWebhookChanges()
  const again = (deliveryId: string) => (isEnabled ? () => replay.mutate({ id, deliveryId }) : null)
  return (
    <QueryState
      query={query}
      what="The deliveries"
      loadingText="Loading deliveries..."
      empty={<EmptyState title="No deliveries yet" text="Deliveries are listed for 30 days." />}
    >
      {(rows) => (
        <ul className="webhook-deliveries">
          {rows.map((row) => (
            <Row key={row.id} delivery={row} onReplay={again(row.id)} />
          ))}
        </ul>
      )}
    </QueryState>
  )
}

const outcomeOf = ({ statusCode, durationMs, attempts }: Delivery): string =>
  [
    statusCode === null ? null : `Status ${statusCode}`,
    durationMs === null ? null : `${durationMs} ms`,
    attempts > 1 ? `${attempts} attempts` : null,
  ]
    .filter((each) => each !== null)
    .join(', ')

function Row({ delivery, onReplay }: { delivery: Delivery; onReplay: (() => void) | null }) {
  const { kind, status, problem, answer, createdAt } = delivery
  return (
    <li>
      <div className="webhook-delivery-head">
        <StatusBadge
          status={status}
          tone={tones[status]}
          {...(status === 'queued' && problem ? { label: 'Retrying' } : {})}
        />
        <span className="mono">{kind}</span>
        <DateTime at={createdAt} as="moment" />
      </div>
      {problem && <p>{problem}</p>}
      <div className="webhook-delivery-foot">
        <p>{outcomeOf(delivery)}</p>
        {status !== 'queued' && onReplay && (
          <button type="button" className="row-action" onClick={onReplay}>
            Send again<span className="visually-hidden">: {kind}</span>
          </button>
        )}
      </div>
      {answer && (
        <details>
          <summary>Response</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can do only from inside */}
          <pre className="mono" tabIndex={0}>
            {answer}
          </pre>
        </details>
      )}
    </li>
  )
}
