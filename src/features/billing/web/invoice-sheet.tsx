import { formatAmount } from '#shared/money/money.ts'
import { formatBillDate } from '#shared/time.ts'
import type { InvoiceDetail } from '../contract/contract.ts'
import { InvoiceState } from './invoice-status.tsx'

type Sums = [label: string, amount: number][]

function sumsOf(invoice: InvoiceDetail): Sums {
  const { taxable, cgst, sgst, igst, amount, paid, credited, due, kind } = invoice
  const taxes: Sums =
    igst > 0
      ? [['IGST', igst]]
      : cgst > 0
        ? [
            ['CGST', cgst],
            ['SGST', sgst],
          ]
        : []
  const total: Sums = [['Taxable value', taxable], ...taxes, ['Total', amount]]
  if (kind === 'creditNote') return total
  return [
    ...total,
    ['Paid', paid],
    ...(credited > 0 ? ([['Credited', credited]] satisfies Sums) : []),
    ['Amount due', due],
  ]
}

const providers = { manual: 'Payment', razorpay: 'Razorpay', credit: 'Account credit' }

function Party({ heading, party }: { heading: string; party: InvoiceDetail['supplier'] }) {
  return (
    <div>
      <h3>{heading}</h3>
      <p>
        <strong>{party.name}</strong>
      </p>
      {[...party.address, party.state, ...(party.gstin ? [`GSTIN ${party.gstin}`] : [])].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** All details of an invoice or credit note, and its payments. */
export function InvoiceSheet({ invoice, pdf }: { invoice: InvoiceDetail; pdf: string }) {
  return (
    <div className="invoice-sheet">
      {invoice.isSample && (
        <p className="invoice-sample">
          This is not a tax invoice. The supplier has not set their tax details.
        </p>
      )}
      <p className="invoice-head">
        <InvoiceState invoice={invoice} />
        <span>{formatBillDate(invoice.issuedAt)}</span>
        <a className="button" href={pdf} target="_blank" rel="noreferrer">
          Open PDF<span className="visually-hidden">, in a new tab</span>
        </a>
      </p>
      {invoice.reason && <p>{invoice.reason}</p>}
      <div className="invoice-parties">
        <Party heading="Supplier" party={invoice.supplier} />
        <Party heading="Recipient" party={invoice.recipient} />
      </div>
      <p className="invoice-words">
        Place of supply: {invoice.placeOfSupply.name} ({invoice.placeOfSupply.code})
      </p>
      <ul className="invoice-lines" aria-label="Lines">
        {invoice.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never change.
          <li key={place}>
            <span>
              {line.description}
              <small>
                SAC {line.sac} · {line.quantity} · {line.rate} %
              </small>
            </span>
            <span className="tabular">{formatAmount(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="invoice-sums">
        {sumsOf(invoice).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{formatAmount(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="invoice-words">{invoice.inWords}</p>
      <Settlement invoice={invoice} />
    </div>
  )
}

/** Payments, and related documents. */
function Settlement({ invoice: { payments, related } }: { invoice: InvoiceDetail }) {
  const entries = [
    ...payments.map(({ id, provider, reference, amount, receivedAt }) => ({
      id,
      what: provider === 'credit' ? providers.credit : `${providers[provider]}: ${reference}`,
      amount,
      at: receivedAt,
    })),
    ...related.map(({ id, number, amount, issuedAt }) => ({ id, what: number, amount, at: issuedAt })),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <h3>Payments and credit notes</h3>
      <ul className="invoice-lines">
        {entries.map(({ id, what, amount, at }) => (
          <li key={id}>
            <span>
              {what}
              <small>{formatBillDate(at)}</small>
            </span>
            <span className="tabular">{formatAmount(amount)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
