import { TextInput } from '@mantine/core'
import { type ProviderName, providerFacts } from '#features/cloud-accounts/contract/provider-facts.ts'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'

type Credentials = { accessKeyId: string; secretAccessKey: string }

type CredentialFieldsProps<Form extends Credentials> = { form: ContractForm<Form>; name: ProviderName }

/** The credentials of the provider: two keys, a token, or nothing. */
export function CredentialFields<Form extends Credentials>({ form, name }: CredentialFieldsProps<Form>) {
  const { credentials } = providerFacts[name]
  if (credentials === 'none') return null
  const isPair = credentials === 'key pair'
  return (
    <>
      {isPair && (
        <TextInput
          label="Access key ID"
          required
          autoComplete="off"
          spellCheck={false}
          key={form.key('accessKeyId')}
          {...form.getInputProps('accessKeyId')}
        />
      )}
      <TextInput
        label={isPair ? 'Secret access key' : 'API token'}
        description="Stored encrypted and never shown again."
        required
        type="password"
        autoComplete="off"
        key={form.key('secretAccessKey')}
        {...form.getInputProps('secretAccessKey')}
      />
    </>
  )
}
