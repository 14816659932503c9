import { formatPrice } from '#shared/money/money.ts'
import { personName } from '#web/desk/person-name.ts'
import type { AdminOrder } from '../../../contract/desk.ts'

export type DecisionDialogProps = { order: AdminOrder; opened: boolean; onClose: () => void }

/** The order to decide: its customer, plan, price and domain. */
export function OrderSummary({ order: { user, plan, amount, domain } }: { order: AdminOrder }) {
  const facts = {
    Customer: user.firstName ? `${personName(user)}, ${user.email}` : user.email,
    Plan: plan.name,
    Amount: `${formatPrice(amount)}/month`,
    Domain: domain ?? 'None yet',
  }
  return (
    <dl className="desk-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
