import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { QrCode } from '#web/ui/values/qr-code.tsx'
import type { Pay } from '../contract/contract.ts'

/** A QR code for the UPI app of a phone, and a link that opens the app on this phone. */
export function PayByUpi({ pay, upi }: { pay: Pay; upi: NonNullable<Pay['upi']> }) {
  return (
    <section className="pay-way pay-upi" aria-label="UPI">
      <QrCode className="pay-code" text={upi.link} label={`QR code that pays ${upi.id} by UPI`} />
      <div>
        <h3>UPI</h3>
        <p className="pay-quiet">
          Scan the code with any UPI app, or open the app on this phone. Amount and reference are filled in
          for you.
        </p>
        <p>
          <a className="button" href={upi.link}>
            Open a UPI app
          </a>
        </p>
        <dl className="pay-facts">
          <dt>UPI id</dt>
          <dd>
            <span className="mono">{upi.id}</span> <CopyButton value={upi.id} label="Copy the UPI id" />
          </dd>
          <dt>Reference</dt>
          <dd>
            <span className="mono">{pay.reference}</span>
          </dd>
        </dl>
      </div>
    </section>
  )
}
