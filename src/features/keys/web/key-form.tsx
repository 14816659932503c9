import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { createKeyInput, lifetimes } from '#features/keys/contract.ts'
import { isForAdministrators, type Scope, scopes } from '#shared/scopes.ts'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { ScopeChoice } from './scope-choice.tsx'

type Lifetime = (typeof lifetimes)[number] | null
type CreateKeyInput = { name: string; scopes: Scope[]; expiresInDays: Lifetime }

type KeyFormProps = {
  isAdministrator: boolean
  onClose: () => void
  onSubmit: (wanted: CreateKeyInput) => Promise<unknown>
}

const lives = [
  ...lifetimes.map((days) => ({ value: String(days), label: `${days} days` })),
  { value: '', label: 'Never' },
]

/** Name, lifetime and scopes of a new key. */
export function KeyForm({ isAdministrator, onClose, onSubmit }: KeyFormProps) {
  const form = useContractForm<CreateKeyInput>(createKeyInput, { name: '', scopes: [], expiresInDays: 90 })
  const [chosen, setChosen] = useState<Scope[]>([])
  const [isSending, setSending] = useState(false)
  const choose = (next: Scope[]) => {
    setChosen(next)
    form.setFieldValue('scopes', next)
    form.clearFieldError('scopes')
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    // The new key replaces this form.
    await form.send(onSubmit)
    setSending(false)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          key={form.key('name')}
          label="Name"
          description="For example “Deployment”."
          required
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Expires after"
          data={lives}
          defaultValue="90"
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('expiresInDays', value === '' ? null : (Number(value) as Lifetime))
          }
        />
        <ScopeChoice
          offered={scopes.filter((scope) => isAdministrator || !isForAdministrators(scope))}
          chosen={chosen}
          onChange={choose}
          error={form.errors.scopes}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Create API key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
