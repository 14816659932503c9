import { states } from '#shared/money/gst.ts'
import { formatBillDate } from '#shared/time.ts'
import { Money } from '#web/ui/values/values.tsx'
import type { BillingDetails, Credit } from '../contract/contract.ts'

/** The customer's credit, with its latest changes. */
export const CreditCard = ({ credit }: { credit: Credit }) => (
  <section className="billing-card" aria-labelledby="billing-credit">
    <h2 id="billing-credit">Account credit</h2>
    <p className="billing-figure">
      <Money rupees={credit.amount} bill />
    </p>
    <p className="billing-note">Applied to your next invoice automatically.</p>
    {credit.entries.length > 0 && (
      <ul className="invoice-lines" aria-label="Credit history">
        {credit.entries.slice(0, 5).map(({ id, amount, reason, at }) => (
          <li key={id}>
            <span>
              {reason}
              <small>{formatBillDate(at)}</small>
            </span>
            <Money rupees={amount} bill />
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The customer's billing details, with a button to edit them. */
export function DetailsCard({ details, onEdit }: { details: BillingDetails; onEdit: () => void }) {
  const { legalName, gstin, address, stateCode } = details
  const facts: [string, string | null | undefined][] = [
    ['Name', legalName],
    ['GSTIN', gstin],
    ['Address', address],
    ['State', stateCode && states[stateCode]],
  ]
  const given = facts.filter(([, value]) => value)
  return (
    <section className="billing-card" aria-labelledby="billing-details">
      <h2 id="billing-details">Billing details</h2>
      {given.length === 0 ? (
        <p className="billing-note">Invoices use the name and address in your profile.</p>
      ) : (
        <dl className="billing-facts">
          {given.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <button type="button" className="button" onClick={onEdit}>
        Edit billing details
      </button>
    </section>
  )
}
