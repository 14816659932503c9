import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { providerFacts, providerNames } from '#features/cloud-accounts/contract/provider-facts.ts'
import { type ConnectedProvider, updateProviderInput } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { CredentialFields } from './credential-fields.tsx'

type ProviderRotateDialogProps = { provider: ConnectedProvider; opened: boolean; onClose: () => void }

/** A key pair is replaced as a whole: a provider issues no new secret for an old ID. */
function schemaOf(name: string): ZodType {
  const isPair = providerNames.some((each) => each === name && providerFacts[each].credentials === 'key pair')
  const keys = updateProviderInput.pick({ accessKeyId: true, secretAccessKey: true })
  return keys
    .refine(({ accessKeyId }) => !isPair || accessKeyId, {
      path: ['accessKeyId'],
      error: 'Enter the new access key ID.',
      when: isGiven,
    })
    .refine(({ secretAccessKey }) => secretAccessKey, {
      path: ['secretAccessKey'],
      error: isPair ? 'Enter the new secret access key.' : 'Enter the new token.',
      when: isGiven,
    })
}

/** Reports every invalid field in one pass. */
const isGiven = (): boolean => true

/** Replaces the keys of an account once the provider accepts the new ones. */
export function ProviderRotateDialog({ provider, opened, onClose }: ProviderRotateDialogProps) {
  const trpc = useTRPC()
  const { id, displayName, accessKeyId } = provider
  const form = useContractForm(schemaOf(provider.name), { accessKeyId: '', secretAccessKey: '' })
  const queryClient = useQueryClient()
  const update = useMutation(
    trpc.cloud.providers.update.mutationOptions({
      meta: { failure: 'The keys could not be changed' },
      onSuccess: () => {
        showToast({ title: 'Keys changed', description: `${displayName} now uses the new keys.` })
        return queryClient.invalidateQueries(trpc.cloud.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change keys for ${displayName}`}
      form={form}
      onSubmit={(values) => update.mutateAsync({ id, ...values })}
      submitLabel="Change keys"
    >
      <p className="cloud-quiet">
        The current key{accessKeyId && <span className="mono"> {accessKeyId}</span>} is replaced once the
        provider accepts the new one.
      </p>
      <CredentialFields
        form={form}
        name={providerNames.find((name) => name === provider.name) ?? 'simulator'}
      />
    </FormDialog>
  )
}
