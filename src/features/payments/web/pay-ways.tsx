import { Money } from '#web/ui/values/values.tsx'
import type { Pay } from '../contract/contract.ts'
import { PayByBank } from './pay-by-bank.tsx'
import { PayByUpi } from './pay-by-upi.tsx'
import { PayOnline } from './pay-online.tsx'
import { PayReports } from './pay-reports.tsx'

/** The amount due, and each way to pay it. */
export function PayWays({ pay }: { pay: Pay }) {
  const { amount, upi, bank, canPayOnline } = pay
  if (amount === 0) return <Paid pay={pay} />
  const canPay = upi !== null || bank !== null || canPayOnline
  return (
    <>
      <Due pay={pay} isLater={!canPay} />
      {pay.credit > 0 && <Credit pay={pay} />}
      {canPayOnline && <PayOnline pay={pay} />}
      {upi && <PayByUpi pay={pay} upi={upi} />}
      {bank && <PayByBank pay={pay} bank={bank} />}
      {!canPay && (
        <p className="pay-quiet">
          Payments are not set up yet. You don't need to do anything; we will email you how to pay.
        </p>
      )}
      {(upi || bank) && <PayReports pay={pay} />}
    </>
  )
}

function Due({ pay: { amount, paidAmount }, isLater }: { pay: Pay; isLater: boolean }) {
  return (
    <p className="pay-due">
      <strong>
        <Money rupees={amount} bill />
      </strong>{' '}
      to pay{isLater && ' later'}
      {paidAmount > 0 && (
        <span className="pay-quiet">
          {' '}
          after <Money rupees={paidAmount} bill /> received
        </span>
      )}
    </p>
  )
}

/** The part that account credit pays. */
const Credit = ({ pay: { amount, credit } }: { pay: Pay }) => (
  <p className="pay-quiet">
    Your account credit of <Money rupees={credit} bill />{' '}
    {credit < amount ? (
      <>
        pays part of this once the order is approved. <Money rupees={amount - credit} bill /> is left for you
        to pay.
      </>
    ) : (
      'pays this once the order is approved. You have nothing to transfer.'
    )}
  </p>
)

function Paid({ pay: { paidAmount } }: { pay: Pay }) {
  if (paidAmount === 0) return <p className="pay-quiet">There is nothing to pay.</p>
  return (
    <p className="pay-due">
      <strong>
        <Money rupees={paidAmount} bill />
      </strong>{' '}
      received. Thank you; you have paid in full.
    </p>
  )
}
