import { Button, Group, Stack, TextInput } from '@mantine/core'
import { CopyButton } from '#web/ui/values/copy-button.tsx'

type WebhookSecretProps = { url: string; secret: string; onClose: () => void }

/** The secret of a webhook, which nobody can see again. */
export const WebhookSecret = ({ url, secret, onClose }: WebhookSecretProps) => (
  <Stack gap="sm">
    <p className="webhook-text">
      What is sent to <strong>{url}</strong> is signed with this secret, as Standard Webhooks describes:
      HMAC-SHA256, in the header <code>webhook-signature</code>.
    </p>
    <TextInput
      label="Secret"
      description="Give it to the receiver now: it is not shown again."
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
