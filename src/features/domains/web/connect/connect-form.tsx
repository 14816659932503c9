import { TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { connectSchema, useConnecting } from './use-connecting.ts'

/** Connects a name to one site, in one field. */
export function ConnectForm({ serviceId }: { serviceId: string }) {
  const form = useContractForm<{ name: string }>(connectSchema, { name: '' })
  const connect = useConnecting()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!connect.isPending) void form.send(({ name }) => connect.mutateAsync({ name, serviceId }))
  }
  return (
    <form className="domain-connect" onSubmit={submit} noValidate>
      <TextInput
        label="Domain name"
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <button type="submit" className="button" data-primary="" aria-disabled={connect.isPending}>
        Connect
      </button>
    </form>
  )
}
