import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { Bytes } from '#web/ui/values/values.tsx'
import type { PlanChange } from '../../contract/contract.ts'

type Exceeded = PlanChange['exceeded'][number]

const limitWords: Record<Exceeded['limit'], string> = {
  disk: 'Files',
  databases: 'Databases',
  mailboxes: 'Mailboxes',
  domains: 'Domains',
  backups: 'Backups',
}

const Count = ({ limit, count }: { limit: Exceeded['limit']; count: number }) =>
  limit === 'disk' ? <Bytes bytes={count} /> : count

/** Why the plan is not possible, with the excess usage. */
function Refusal({ offer: { refusal, exceeded, to } }: { offer: PlanChange }) {
  if (exceeded.length === 0) return <p role="alert">{refusal}</p>
  return (
    <div role="alert">
      <p>The service uses more than {to.name} allows. Remove something, or choose a larger plan.</p>
      <table className="proration">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">In use</th>
            <th scope="col">Allowed</th>
          </tr>
        </thead>
        <tbody>
          {exceeded.map(({ limit, used, allowed }) => (
            <tr key={limit}>
              <th scope="row">{limitWords[limit]}</th>
              <td>
                <Count limit={limit} count={used} />
              </td>
              <td>
                <Count limit={limit} count={allowed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Lines of the table: unused time, cost, and the difference. */
function linesOf(offer: PlanChange): [label: string, amount: number][] {
  const { from, to, paidUntil, credit, cost, difference, accountCredit, toPay } = offer
  const until = formatDate(paidUntil)
  const lines: [string, number][] = [
    [`${to.name} until ${until}`, cost],
    [`Unused time on ${from.name}`, -credit],
  ]
  if (difference <= 0) return [...lines, ['Added to your credit', -difference]]
  const used = Math.min(accountCredit, difference)
  if (used > 0) lines.push(['Your credit', -used])
  return [...lines, ['To pay', toPay]]
}

/** When the change takes effect. */
const sayWhen = ({ toPay, to }: PlanChange): string =>
  toPay > 0
    ? `You get ${to.name} as soon as you pay the invoice. If it is unpaid after 7 days, the change is cancelled.`
    : `You get ${to.name} immediately. Running requests finish, then the web server restarts.`

/** The price of a plan change, or why it is not possible. */
export function ProrationTable({ offer }: { offer: PlanChange }) {
  if (offer.refusal !== null) return <Refusal offer={offer} />
  const lines = linesOf(offer)
  return (
    <div role="status">
      <table className="proration">
        <caption className="visually-hidden">Cost of the change</caption>
        <tbody>
          {lines.map(([label, amount], at) => (
            <tr key={label} data-sum={at === lines.length - 1 || undefined}>
              <th scope="row">{label}</th>
              <td>{formatAmount(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Next invoice, {formatDate(offer.next.at)}</th>
            <td>{formatAmount(offer.next.amount)}</td>
          </tr>
        </tbody>
      </table>
      <p className="proration-when">{sayWhen(offer)}</p>
    </div>
  )
}
