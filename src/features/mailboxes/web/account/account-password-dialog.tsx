import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { AccountDialogProps, Secret } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

type AccountPasswordDialogProps = AccountDialogProps & { showSecret: (secret: Secret) => void }

/** Confirms a new mailbox password, which is shown next. */
export function AccountPasswordDialog(props: AccountPasswordDialogProps) {
  const { account, opened, onClose, showSecret } = props
  const { id, email } = account
  const { changePassword } = useAccountChanges()
  const change = async () => {
    const { oneTimePassword } = await changePassword.mutateAsync({ id })
    showSecret({ email, password: oneTimePassword })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Create a new password for ${email}?`}
      confirmLabel="Create password"
      onConfirm={change}
    >
      <p className="email-text">
        Mail apps that use the current password stop working until you enter the new one there.
      </p>
    </ConfirmDialog>
  )
}
