import { useState } from 'react'
import { formatBillDate } from '#shared/time.ts'
import { Money } from '#web/ui/values/values.tsx'
import type { Invoice } from '../contract/contract.ts'

type OpenInvoicesProps = { invoices: readonly Invoice[]; onOpen: (id: string) => void }

const shownAtOnce = 5

/** Unpaid invoices, earliest due first, a few of many until the user unfolds the rest; nothing when all are paid. */
export function OpenInvoices({ invoices, onOpen }: OpenInvoicesProps) {
  const [isWhole, setWhole] = useState(false)
  const open = invoices
    .filter(({ due }) => due > 0)
    .toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
  if (open.length === 0) return null
  return (
    <section className="billing-card" aria-labelledby="billing-open">
      <h2 id="billing-open">Amount due</h2>
      <ul className="invoice-lines">
        {open.slice(0, isWhole ? open.length : shownAtOnce).map(({ id, number, due, dueAt }) => (
          <li key={id}>
            <span>
              <button type="button" className="billing-open" onClick={() => onOpen(id)}>
                {number}
              </button>
              <small>due {formatBillDate(dueAt)}</small>
            </span>
            <span className="invoice-due">
              <Money rupees={due} bill />
              <button
                type="button"
                className="button"
                data-primary=""
                aria-label={`Pay ${number}`}
                onClick={() => onOpen(id)}
              >
                Pay
              </button>
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && open.length > shownAtOnce && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show all {open.length}
        </button>
      )}
    </section>
  )
}
