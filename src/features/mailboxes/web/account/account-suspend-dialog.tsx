import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

/** Confirms the suspension of an account, and says what happens to mail that arrives in the meantime. */
export function AccountSuspendDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email, type } = account
  const { setStatus } = useAccountChanges()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Suspend ${email}?`}
      confirmLabel="Suspend"
      onConfirm={() => setStatus.mutateAsync({ id, status: 'suspended' })}
    >
      <p className="email-text">
        New mail is rejected and goes back to its sender until you activate the address again.
      </p>
      {type === 'mailbox' && (
        <p className="email-text">
          Mail apps can’t sign in and nothing is sent from here. Messages in the mailbox are not changed.
        </p>
      )}
    </ConfirmDialog>
  )
}
