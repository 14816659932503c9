import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { Webhook } from '../contract/contract.ts'
import { useWebhookChanges } from './use-webhook-changes.ts'
import { WebhookSecret } from './webhook-secret.tsx'

type RotateDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

/** Rotates the secret of a webhook and shows the new one once. */
export function RotateDialog({ webhook: { id, url }, opened, onClose }: RotateDialogProps) {
  const { rotate } = useWebhookChanges()
  const [secret, setSecret] = useState<string | null>(null)
  const title = secret === null ? 'Create a new secret?' : 'Your new webhook secret'
  const make = () => rotate.mutate({ id }, { onSuccess: (made) => setSecret(made.secret) })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={secret === null}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {secret === null ? (
        <Stack gap="sm">
          <p className="webhook-text">
            For one day, deliveries to <strong>{url}</strong> are signed with both secrets. After that, only
            with the new one.
          </p>
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={make}>
              Create new secret
            </Button>
          </Group>
        </Stack>
      ) : (
        <WebhookSecret url={url} secret={secret} onClose={onClose} />
      )}
    </Modal>
  )
}
