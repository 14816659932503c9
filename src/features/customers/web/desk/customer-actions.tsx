import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { useViewer } from '#web/viewer.ts'
import type { CustomerOverview } from '../../contract/contract.ts'

const AccessDialog = lazyPart(() => import('./customer-access-dialog.tsx'), 'CustomerAccessDialog')
const MessageDialog = lazyPart(() => import('./customer-message-dialog.tsx'), 'CustomerMessageDialog')
const TwoFactorDialog = lazyPart(() => import('./customer-two-factor-dialog.tsx'), 'CustomerTwoFactorDialog')

const ViewDialog = lazyPart(() => import('./customer-view-dialog.tsx'), 'CustomerViewDialog')

const dialogs = { view: ViewDialog, message: MessageDialog, access: AccessDialog, twoFactor: TwoFactorDialog }

type ActionsProps = { customer: CustomerOverview['customer'] }

function useSendReset() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.admin.customers.sendReset.mutationOptions({
      meta: { failure: 'The email could not be sent' },
      onSuccess: () =>
        showToast({ title: 'Reset email sent', description: 'The link works for 30 minutes.' }),
      onSettled: () => queryClient.invalidateQueries(trpc.admin.customers.pathFilter()),
    }),
  )
}

/** Actions of an administrator on a customer. */
export function CustomerActions({ customer }: ActionsProps) {
  const dialog = useDialog<keyof typeof dialogs>()
  const resetting = useDialog<true>()
  const reset = useSendReset()
  const isSelf = useViewer()?.id === customer.id
  const { id, email } = customer
  const Dialog = dialog.subject && dialogs[dialog.subject]
  return (
    <>
      <div className="desk-actions">
        {!customer.isAdmin && (
          <button type="button" className="button" onClick={() => dialog.open('view')}>
            View as…
          </button>
        )}
        <button type="button" className="button" onClick={() => dialog.open('message')}>
          Send message…
        </button>
        <button type="button" className="button" onClick={() => resetting.open(true)}>
          Reset password…
        </button>
        {!isSelf && (
          <button type="button" className="button" onClick={() => dialog.open('access')}>
            Change access…
          </button>
        )}
        {!isSelf && (customer.hasTwoFactor || customer.passkeys > 0) && (
          <button type="button" className="button" onClick={() => dialog.open('twoFactor')}>
            Switch two-factor off…
          </button>
        )}
      </div>
      {isSelf && <p className="desk-quiet">You cannot change your own access.</p>}
      {Dialog && <Dialog key={dialog.key} user={customer} opened={dialog.isOpen} onClose={dialog.close} />}
      <Confirming
        dialog={resetting}
        ask={() => ({
          title: `Reset the password of ${email}?`,
          confirmLabel: 'Send reset email',
          children:
            'We email the customer a link to choose a new password. The current password works until then. You do not see the link or either password.',
          onConfirm: () => reset.mutateAsync({ id }),
        })}
      />
    </>
  )
}
