import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { texts } from '../../contract/texts.ts'
import type { Secret } from './account-dialog-props.ts'

type SecretDialogProps = { secret: Secret; opened: boolean; onClose: () => void }

const copied = { title: texts.copied, description: texts.copiedText }
const title = 'Your mailbox password'

/** Shows a mailbox password once. A click outside does not close the dialog. */
export function SecretDialog({ secret, opened, onClose }: SecretDialogProps) {
  const { email, password, newInboxId } = secret
  const navigate = useNavigate()
  const openInbox = (id: string) => {
    onClose()
    void navigate({ to: '/email/$id', params: { id } })
  }
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
          Mail apps sign in to <strong>{email}</strong> with this password. Copy it now. You won’t see it
          again.
        </p>
        <p className="email-secret-value">
          <span className="mono">{password}</span>
          <CopyButton value={password} label={`Copy the password of ${email}`} toast={copied} />
        </p>
        {newInboxId === undefined ? (
          <Button onClick={onClose} data-autofocus>
            I’ve saved it
          </Button>
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              I’ve saved it
            </Button>
            <Button onClick={() => openInbox(newInboxId)} data-autofocus>
              I’ve saved it, open inbox
            </Button>
          </Group>
        )}
      </div>
    </Modal>
  )
}
