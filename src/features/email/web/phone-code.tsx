import { encode } from 'uqr'
import { DownloadIcon } from '#web/ui/icons.tsx'
import type { EmailAccount } from '../contract.ts'

const quiet = 4

/** The dark modules of a QR code as one path, a unit each. */
function pathOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}

/** The way to a phone: a code that opens this page there, and the profile that iOS installs. */
export function PhoneCode({ account: { id, email } }: { account: EmailAccount }) {
  const { path, size } = pathOf(`${window.location.origin}/email?account=${id}&dialog=setup`)
  return (
    <section className="email-phone" aria-label="iPhone and iPad">
      <svg
        className="email-code"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code that opens the set-up of ${email}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div>
        <h3>iPhone and iPad</h3>
        <p className="email-quiet">
          Scan the code with the camera, sign in, and press this button there. Then open Settings, where the
          profile waits, and enter the password of the mailbox.
        </p>
        <a className="button" href={`/api/email/accounts/${id}/profile.mobileconfig`} download>
          <DownloadIcon size={16} /> Profile for iOS
        </a>
      </div>
    </section>
  )
}
