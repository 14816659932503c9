import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Security } from '#features/auth/contract/security.ts'
import { recoveryCodeCount } from '#features/auth/contract/security-limits.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const TotpDialog = lazyPart(() => import('./totp-dialog.tsx'), 'TotpDialog')
const RecoveryDialog = lazyPart(() => import('./recovery-dialog.tsx'), 'RecoveryDialog')

type AccountTotpProps = { security: Security; isAsked: boolean }

/** The state of two-factor sign-in, and its controls. */
export function AccountTotp({ security, isAsked }: AccountTotpProps) {
  const { totp, isSecondFactorDue } = security
  const dialog = usePageDialog(isAsked && !totp.isOn, true)
  return (
    <section className="account-section" aria-labelledby="totp-title">
      <div>
        <h2 id="totp-title">Two-factor sign-in</h2>
        <p>Signing in takes your password and a code from an app on your phone.</p>
      </div>
      <div className="account-stack">
        {isSecondFactorDue && (
          <p className="account-outcome" role="status">
            Administrators need two-factor sign-in. The admin panel opens once you turn it on.
          </p>
        )}
        {totp.isOn ? (
          <SwitchedOn totp={totp} />
        ) : (
          <div>
            <button type="button" className="button" onClick={() => dialog.open(true)}>
              Switch on…
            </button>
          </div>
        )}
      </div>
      {dialog.subject && <TotpDialog key={dialog.key} opened={dialog.isOpen} onClose={dialog.close} />}
    </section>
  )
}

function SwitchedOn({ totp: { since, recoveryCodesLeft } }: { totp: Security['totp'] }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const renewing = useDialog<true>()
  const removing = useDialog<true>()
  const disable = useMutation(
    trpc.auth.totp.disable.mutationOptions({
      meta: { failure: 'Two-factor sign-in could not be switched off' },
      onSuccess: () => {
        showToast({ title: 'Two-factor sign-in is off' })
        return queryClient.invalidateQueries(trpc.auth.security.queryFilter())
      },
    }),
  )
  return (
    <>
      <p className="account-email">
        <StatusBadge status="on" tone="ok" />{' '}
        {since && (
          <span>
            since <DateTime at={since} />
          </span>
        )}
        <span>
          {recoveryCodesLeft} of {recoveryCodeCount} recovery codes left
        </span>
      </p>
      <div className="account-buttons">
        <button type="button" className="button" onClick={() => renewing.open(true)}>
          New recovery codes…
        </button>
        <button type="button" className="button" onClick={() => removing.open(true)}>
          Switch off…
        </button>
      </div>
      {renewing.subject && (
        <RecoveryDialog key={renewing.key} opened={renewing.isOpen} onClose={renewing.close} />
      )}
      <Confirming
        dialog={removing}
        ask={() => ({
          title: 'Switch two-factor sign-in off?',
          children: 'You will sign in with your password alone, and your recovery codes will stop working.',
          confirmLabel: 'Switch off',
          onConfirm: () => disable.mutateAsync(),
        })}
      />
    </>
  )
}
