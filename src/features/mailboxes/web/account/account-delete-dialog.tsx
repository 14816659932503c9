import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { searchOfList } from '../email-places.ts'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

/** Asks before an account goes, and says how long it can be brought back. */
export function AccountDeleteDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email, type } = account
  const { remove } = useAccountChanges()
  const navigate = useNavigate({ from: '/email' })
  const removeIt = async () => {
    await remove.mutateAsync({ id })
    await navigate({ to: '/email', search: searchOfList, resetScroll: false })
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
        Mail for this address is refused from now on
        {type === 'mailbox' && ', and programs can no longer sign in to it'}.
      </p>
      <p className="email-text">
        It is kept for 7 days under Deleted accounts
        {type === 'mailbox' && ' with its messages'}, from where it can be restored. After that it is gone for
        good.
      </p>
    </ConfirmDialog>
  )
}
