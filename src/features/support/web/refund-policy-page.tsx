import { minimumMonthsLeft, processingFeeRupees, proRatedRefund } from '#features/renewals/contract/refund.ts'
import { formatPrice } from '#shared/money/money.ts'
import { type PolicySection, PolicyText } from './policy-text.tsx'

const example = { annualFee: 9_588, setupCharges: 588, unusedMonths: 8 }
const fee = formatPrice(processingFeeRupees)

function WorkedExample() {
  const { annualFee, setupCharges, unusedMonths } = example
  const base = annualFee - setupCharges
  const share = (base * unusedMonths) / 12
  const rows = [
    [
      'Annual fee less setup charges',
      `${formatPrice(annualFee)} − ${formatPrice(setupCharges)}`,
      formatPrice(base),
    ],
    [
      `${unusedMonths} of 12 months unused`,
      `${formatPrice(base)} × ${unusedMonths} ÷ 12`,
      formatPrice(share),
    ],
    ['Processing fee', '', `− ${fee}`],
  ]
  return (
    <table className="policy-table">
      <caption>An example: {unusedMonths} months of an annual plan are left</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Working</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([step, working, amount]) => (
          <tr key={step}>
            <th scope="row">{step}</th>
            <td>{working}</td>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Your refund
          </th>
          <td>{formatPrice(proRatedRefund(example) ?? 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const sections: PolicySection[] = [
  {
    id: 'guarantee',
    title: '30-day money-back guarantee',
    body: (
      <p>If a plan is not what you hoped for, you can have your money back within 30 days of the order.</p>
    ),
  },
  {
    id: 'eligibility',
    title: 'When you are eligible',
    body: (
      <>
        <p>You can ask for a refund in any of these cases:</p>
        <ul>
          <li>
            You ordered <strong>within the last 30 days</strong>.
          </li>
          <li>
            Your service was <strong>down for more than 48 hours</strong>.
          </li>
          <li>
            Your service was <strong>not activated within 7 business days</strong>.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'request',
    title: 'How to ask for it',
    body: (
      <p>
        Write to us on the <a href="/contact">contact page</a> with your order number and the reason. We
        confirm that we received it, and ask if anything is missing.
      </p>
    ),
  },
  {
    id: 'times',
    title: 'How long it takes',
    body: (
      <>
        <p>
          Review takes <strong>3-5 business days</strong>, and processing after it{' '}
          <strong>7-14 business days</strong>. Your bank then needs:
        </p>
        <table className="policy-table">
          <caption>Time until a refund arrives, by method</caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Business days</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">UPI or net banking</th>
              <td>2-3</td>
            </tr>
            <tr>
              <th scope="row">Credit or debit card</th>
              <td>5-7</td>
            </tr>
            <tr>
              <th scope="row">Bank transfer</th>
              <td>7-14</td>
            </tr>
          </tbody>
        </table>
      </>
    ),
  },
  {
    id: 'annual',
    title: 'Annual plans, pro rata',
    body: (
      <>
        <p>
          An annual plan is refunded for the months you have not used, as long as at least{' '}
          <strong>{minimumMonthsLeft} months remain</strong>. We keep a processing fee of {fee}.
        </p>
        <p className="policy-formula">(annual fee − setup charges) × unused months ÷ 12 − {fee}</p>
        <WorkedExample />
      </>
    ),
  },
]

export function RefundPolicyPage() {
  return (
    <PolicyText
      title="Refund Policy"
      summary="When you get your money back, how long it takes, and how we calculate the amount."
      sections={sections}
    />
  )
}
