import { formatPrice } from '#shared/money/money.ts'
import { personName } from '#web/desk/person-name.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { AdminOrder } from '../../../contract/desk.ts'
import type { Outcome } from './use-decide-all.ts'

type Decided = 'approved' | 'rejected'

/** Outcome of several orders, in a sentence. */
export function summarise(count: number, left: number, verb: Decided): string {
  if (count === 1) return left === 0 ? `The order was ${verb}.` : `The order was not ${verb}.`
  return left === 0 ? `All ${count} orders were ${verb}.` : `${count - left} of ${count} orders were ${verb}.`
}

type OrderOutcomesProps = {
  orders: readonly AdminOrder[]
  outcomes: ReadonlyMap<string, Outcome>
  verb: Decided
}

/** Orders that are decided together, each with its outcome. */
export const OrderOutcomes = ({ orders, outcomes, verb }: OrderOutcomesProps) => (
  <ul className="desk-approvals">
    {orders.map(({ id, user, plan, amount, domain }) => {
      const outcome = outcomes.get(id)
      return (
        <li key={id}>
          <span className="desk-state">
            <strong>{user.firstName ? `${personName(user)}, ${user.email}` : user.email}</strong>
            <span>
              {plan.name}, {formatPrice(amount)}/month
            </span>
            <span className="mono">{domain ?? 'No domain yet'}</span>
          </span>
          {outcome && <OutcomeBadge outcome={outcome} verb={verb} />}
        </li>
      )
    })}
  </ul>
)

const running: Record<Decided, string> = { approved: 'approving', rejected: 'rejecting' }

function OutcomeBadge({ outcome, verb }: { outcome: Outcome; verb: Decided }) {
  if (outcome.state === 'done') return <StatusBadge status={verb} tone="ok" />
  if (outcome.state === 'running') return <StatusBadge status={running[verb]} tone="warn" />
  return (
    <span className="desk-state">
      <StatusBadge status="failed" tone="bad" label={`Not ${verb}`} />
      <span className="desk-quiet">{outcome.reason}</span>
    </span>
  )
}
