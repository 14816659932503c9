import { formatAmount } from '#shared/money/money.ts'
import type { RefundPreview } from '../../contract/contract.ts'

/** Whether the policy gives money back, why, and the calculation. */
export function RefundWorking({
  preview: { isEligible, reason, working, amount },
}: {
  preview: RefundPreview
}) {
  if (!isEligible) return <p role="alert">{reason}</p>
  return (
    <div role="status">
      <p className="proration-reason">{reason}</p>
      <table className="proration">
        <caption className="visually-hidden">Refund calculation</caption>
        <tbody>
          {working.map((line) => (
            <tr key={line.label}>
              <th scope="row">{line.label}</th>
              <td>{formatAmount(line.amount)}</td>
            </tr>
          ))}
          <tr data-sum="">
            <th scope="row">Refund</th>
            <td>{formatAmount(amount)}</td>
          </tr>
        </tbody>
      </table>
      <p className="proration-when">The refund ends the service on this invoice.</p>
    </div>
  )
}
