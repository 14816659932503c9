import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { searchOfList } from '../email-navigation.ts'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

/** Confirms the deletion of an account, and says how long it can be restored. */
export function AccountDeleteDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email, type } = account
  const { remove } = useAccountChanges()
  const navigate = useNavigate()
  const removeIt = async () => {
    await remove.mutateAsync({ id })
    await navigate({ to: '.', search: searchOfList, resetScroll: false })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${email}?`}
      confirmLabel="Delete"
      onConfirm={removeIt}
    >
      <p className="email-text">
        New mail is rejected and goes back to its sender
        {type === 'mailbox' && ', and mail apps can no longer sign in'}.
      </p>
      <p className="email-text">
        You can restore the account
        {type === 'mailbox' && ' and its messages'} for 7 days under Deleted accounts. After that it is
        permanently deleted.
      </p>
    </ConfirmDialog>
  )
}
