import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NoticeKind } from '#features/notifications/contract/kinds.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { createWebhookInput, type Webhook } from '../contract/contract.ts'
import { KindChoice } from './kind-choice.tsx'
import { useWebhookChanges } from './use-webhook-changes.ts'
import { WebhookSecret } from './webhook-secret.tsx'

type WebhookDialogProps = {
  /** The webhook to change; without one, a new one is created. */
  webhook?: Webhook | undefined
  opened: boolean
  onClose: () => void
}

type Values = { url: string; description: string; kinds: NoticeKind[] }

/** Changes a webhook, or creates one and shows its secret once. */
export function WebhookDialog({ webhook, opened, onClose }: WebhookDialogProps) {
  const { create, change } = useWebhookChanges()
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null)
  const send = async (values: Values) => {
    if (webhook) await change.mutateAsync({ id: webhook.id, ...values })
    else setMade(await create.mutateAsync(values))
  }
  const title = made ? 'Your webhook secret' : webhook ? 'Edit the webhook' : 'Create a webhook'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={made === null}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {made ? (
        <WebhookSecret {...made} onClose={onClose} />
      ) : (
        <WebhookForm webhook={webhook} onSend={send} onClose={onClose} />
      )}
    </Modal>
  )
}

type WebhookFormProps = {
  webhook: Webhook | undefined
  onSend: (values: Values) => Promise<void>
  onClose: () => void
}

function WebhookForm({ webhook, onSend, onClose }: WebhookFormProps) {
  const { url = '', description, kinds = [] } = webhook ?? {}
  const chosen = kinds as NoticeKind[]
  const form = useContractForm<Values>(createWebhookInput, {
    ...{ url, description: description ?? '', kinds: chosen },
  })
  const [isMissing, setMissing] = useState(false)
  const choose = (next: NoticeKind[] | 'all') => {
    form.setFieldValue('kinds', next === 'all' ? [] : next)
    setMissing(next.length === 0)
  }
  return (
    <DialogForm
      // The secret replaces the form.
      onClose={webhook ? onClose : () => undefined}
      onCancel={onClose}
      form={form}
      onSubmit={onSend}
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      disabledReason={isMissing ? 'Choose at least one event.' : undefined}
    >
      <TextInput
        label="Address"
        description="An https:// URL on the public internet that receives events as JSON."
        placeholder="https://example.com/hook"
        type="url"
        inputMode="url"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('url')}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        placeholder="Team chat"
        autoComplete="off"
        key={form.key('description')}
        {...form.getInputProps('description')}
      />
      <KindChoice initial={chosen} onChange={choose} />
    </DialogForm>
  )
}
