import { countText } from '#shared/text/count-text.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import type { Message } from '../contract.ts'
import type { MessageChanges } from './use-message-changes.ts'

type MessagesDeleteDialogProps = {
  messages: readonly Pick<Message, 'id' | 'subject'>[]
  changes: MessageChanges
  opened: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Confirms the permanent deletion of messages in the trash. */
export function MessagesDeleteDialog(props: MessagesDeleteDialogProps) {
  const { messages, changes, opened, onClose, onDeleted } = props
  const remove = async () => {
    await changes.removeForGood(messages.map(({ id }) => id))
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Permanently delete ${countText(messages.length, 'message')}?`}
      confirmLabel="Delete permanently"
      onConfirm={remove}
    >
      <p className="email-text">
        {messages.length === 1 && <strong>{messages[0]?.subject || 'No subject'}. </strong>}
        You can’t undo this.
      </p>
    </ConfirmDialog>
  )
}
