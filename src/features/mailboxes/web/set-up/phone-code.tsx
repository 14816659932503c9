import { DownloadIcon } from '#web/ui/icons.tsx'
import { QrCode } from '#web/ui/values/qr-code.tsx'
import type { EmailAccount } from '../../contract/contract.ts'

/** Set-up on a phone: a code that opens this page there, and the iOS profile. */
export function PhoneCode({ account: { id, email } }: { account: EmailAccount }) {
  return (
    <section className="email-phone" aria-label="iPhone and iPad">
      <QrCode
        className="email-code"
        text={`${window.location.origin}/email?account=${id}&dialog=setup`}
        label={`QR code that opens the set-up for ${email}`}
      />
      <div>
        <h3>iPhone and iPad</h3>
        <p className="quiet">
          Scan the code with your camera, sign in, and press this button there. Then open Settings, install
          the profile and enter the mailbox password.
        </p>
        <a className="button" href={`/api/email/accounts/${id}/profile.mobileconfig`} download>
          <DownloadIcon size={16} /> Profile for iOS
        </a>
      </div>
    </section>
  )
}
