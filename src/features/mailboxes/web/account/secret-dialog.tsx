import { Button } from '@mantine/core'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { texts } from '../../contract/texts.ts'
import type { Secret } from './account-dialog-props.ts'

type SecretDialogProps = { secret: Secret; opened: boolean; onClose: () => void }

const copied = { title: texts.copied, description: texts.copiedText }
const title = 'The password of your mailbox'

/** The password of a mailbox, which nobody can see again. A press beside the dialog does not close it. */
export function SecretDialog({ secret: { email, password }, opened, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <div className="email-secret">
        <p>
          Mail programs sign in to <strong>{email}</strong> with this password. It is shown only now: keep it
          in a password manager. If it is lost, a new one can be made.
        </p>
        <p className="email-secret-value">
          <span className="mono">{password}</span>
          <CopyButton value={password} label={`Copy the password of ${email}`} toast={copied} />
        </p>
        <Button onClick={onClose} data-autofocus>
          I have kept it
        </Button>
      </div>
    </Modal>
  )
}
