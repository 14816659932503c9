import { formatPrice } from '#shared/money/money.ts'
import { personName } from '#web/desk/person-name.ts'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { AdminOrder } from '../../contract/desk.ts'
import { orderTones } from './order-statuses.ts'

type Payment = AdminOrder['payment']

const badges: Record<Payment['state'], { label: string; tone: Tone }> = {
  paid: { label: 'Paid', tone: 'ok' },
  part: { label: 'Partly paid', tone: 'warn' },
  reported: { label: 'Awaiting confirmation', tone: 'warn' },
  unpaid: { label: 'Unpaid', tone: 'neutral' },
  returned: { label: 'Returned', tone: 'neutral' },
}

const ways: Record<NonNullable<Payment['by']>, string> = {
  transfer: 'Bank transfer or UPI',
  razorpay: 'Razorpay',
  credit: 'Account credit',
  approval: 'Confirmed at approval',
}

/** The payment method. */
function wayText({ payment: { state, by, reference, received }, amount, status }: AdminOrder): string | null {
  if (state === 'unpaid') return status === 'pending' ? 'Card (confirm payment manually)' : null
  if (state === 'reported') return `Transfer ${reference}`
  if (state === 'part') return `${formatPrice(received)} of ${formatPrice(amount)}`
  if (by === null) return null
  return reference === null || by === 'credit' ? ways[by] : `${ways[by]}, ${reference}`
}

/** Payment state of an order, and its method. */
export function OrderPayment({ order }: { order: AdminOrder }) {
  const { state } = order.payment
  const way = wayText(order)
  return (
    <span className="desk-state">
      <StatusBadge status={state} {...badges[state]} />
      {way && <span className="desk-quiet">{way}</span>}
    </span>
  )
}

/** The decision about an order, with its author and time. */
export function OrderState({ order: { status, decidedAt, decidedBy } }: { order: AdminOrder }) {
  return (
    <span className="desk-state">
      <StatusBadge status={status} tone={orderTones[status]} />
      {decidedAt && (
        <span className="desk-quiet">
          {decidedBy ? personName(decidedBy) : 'Automatically'}, <DateTime at={decidedAt} as="relative" />
        </span>
      )}
    </span>
  )
}
