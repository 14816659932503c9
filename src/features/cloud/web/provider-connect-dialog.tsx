import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  everyRegion,
  providerFacts,
  type RemoteProviderName,
  remoteProviderNames,
} from '#features/cloud-accounts/contract/provider-facts.ts'
import { connectProviderInput } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { CredentialFields } from './credential-fields.tsx'

type ProviderConnectDialogProps = { opened: boolean; onClose: () => void }

type Values = {
  name: RemoteProviderName
  displayName: string
  accessKeyId: string
  secretAccessKey: string
  projectId: string
  region: string
}

const initial: Values = {
  name: 'hetzner',
  displayName: '',
  accessKeyId: '',
  secretAccessKey: '',
  projectId: '',
  region: '',
}

// Without the simulator: Initialize Platform creates its resources, and a connected account of it would stay empty.
const options = remoteProviderNames.map((name) => ({ value: name, label: providerFacts[name].label }))

/** Connects an account; its keys are tried at the provider before they are stored. */
export function ProviderConnectDialog({ opened, onClose }: ProviderConnectDialogProps) {
  const trpc = useTRPC()
  const [name, setName] = useState(initial.name)
  const { offers, region } = providerFacts[name]
  const form = useContractForm<Values>(connectProviderInput, initial)
  const queryClient = useQueryClient()
  const connect = useMutation(
    trpc.cloud.providers.connect.mutationOptions({
      meta: { failure: 'The account could not be connected' },
      onSuccess: ({ displayName, validatedAt, validationMessage }) => {
        const isValid = validatedAt !== null
        showToast({
          title: isValid ? 'Account connected' : 'Account saved, not validated',
          description: isValid
            ? `Loading the resources of ${displayName} in the background.`
            : (validationMessage ?? undefined),
          variant: isValid ? 'default' : 'destructive',
        })
        return queryClient.invalidateQueries(trpc.cloud.pathFilter())
      },
    }),
  )
  const choose = (value: string) => {
    const chosen = remoteProviderNames.find((each) => each === value)
    if (!chosen) return
    setName(chosen)
    // Fields that only the other provider asks for must not be sent unseen.
    form.setFieldValue('name', chosen)
    form.setFieldValue('accessKeyId', '')
    form.setFieldValue('region', '')
    form.clearErrors()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Connect an account"
      form={form}
      onSubmit={(values) => connect.mutateAsync(values)}
      submitLabel="Connect"
    >
      <NativeSelect
        label="Provider"
        description={offers}
        data={options}
        value={name}
        data-autofocus
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <TextInput
        label="Account name"
        required
        autoComplete="off"
        key={form.key('displayName')}
        {...form.getInputProps('displayName')}
      />
      <CredentialFields form={form} name={name} />
      <TextInput
        label="Project"
        description="For your reference only. It is not sent to the provider."
        autoComplete="off"
        key={form.key('projectId')}
        {...form.getInputProps('projectId')}
      />
      {region !== everyRegion && (
        <TextInput
          label="Region"
          description="One region per account. To add another region, connect the account again."
          placeholder={region}
          autoComplete="off"
          spellCheck={false}
          key={form.key('region')}
          {...form.getInputProps('region')}
        />
      )}
    </FormDialog>
  )
}
