import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Viewer } from '#web/viewer.ts'

const VerifyDialog = lazyPart(() => import('./mobile-verify-dialog.tsx'), 'MobileVerifyDialog')

/** Shows whether the mobile number is verified, and offers to verify it. */
export function MobileStatus({ viewer }: { viewer: Viewer }) {
  const dialog = useDialog<true>()
  const { mobile, mobileVerified } = viewer
  return (
    <div className="profile-mobile">
      <p>
        Mobile number
        <StatusBadge
          status={mobileVerified ? 'verified' : 'not verified'}
          tone={mobileVerified ? 'ok' : 'warn'}
        />
      </p>
      {!mobileVerified && (
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Verify mobile number…
        </button>
      )}
      {dialog.subject && (
        <VerifyDialog key={dialog.key} opened={dialog.isOpen} mobile={mobile} onClose={dialog.close} />
      )}
    </div>
  )
}
