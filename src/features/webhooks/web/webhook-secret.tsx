import { Button, Group, Stack, TextInput } from '@mantine/core'
import { CopyButton } from '#web/ui/values/copy-button.tsx'

type WebhookSecretProps = { url: string; secret: string; onClose: () => void }

/** Shows the secret of a webhook once. */
export const WebhookSecret = ({ url, secret, onClose }: WebhookSecretProps) => (
  <Stack gap="sm">
    <p className="webhook-text">
      Deliveries to <strong>{url}</strong> are signed with this secret (Standard Webhooks, HMAC-SHA256) in the
      header <code>webhook-signature</code>.
    </p>
    <TextInput
      label="Secret"
      description="Copy it now. You won’t see it again."
      readOnly
      autoFocus
      value={secret}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={secret} label="Copy the secret" />}
    />
    <Group justify="flex-end" gap="xs" mt="xs">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
)
