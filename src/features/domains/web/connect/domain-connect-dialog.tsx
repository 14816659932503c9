import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readConnectable } from '#features/names/contract/name-faults.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { connectInput } from '../../contract/challenge.ts'
import { texts } from '../../contract/texts.ts'
import { needsService, ServiceField, useServiceOptions } from './service-field.tsx'

const first = { name: '', serviceId: '' }
const schema = connectInput.omit({ serviceId: true }).superRefine(({ name }, context) => {
  const read = readConnectable(name)
  if ('fault' in read) context.addIssue({ code: 'custom', path: ['name'], message: read.fault })
})

type DomainConnectDialogProps = { opened: boolean; onClose: () => void }

/** Brings a name that is registered elsewhere, and opens it where it says how to prove whose it is. */
export function DomainConnectDialog({ opened, onClose }: DomainConnectDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm<typeof first>(schema, first)
  const services = useServiceOptions()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const connect = useMutation(
    trpc.domains.connect.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async ({ id, name }) => {
        await queryClient.invalidateQueries(trpc.domains.list.queryFilter())
        await navigate({ to: '/domains', search: { domain: id }, resetScroll: false })
        showToast({ title: 'Domain added', description: `Now prove that ${showName(name)} is yours.` })
      },
    }),
  )
  const missing = form.useWatchValue('name').trim() === '' ? 'Enter a name first.' : undefined
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Connect a domain"
      form={form}
      onSubmit={({ serviceId, name }) => connect.mutateAsync({ name, serviceId: serviceId || null })}
      submitLabel="Connect"
      disabledReason={services.isNone ? needsService('connect') : missing}
    >
      <p className="domain-text">
        For a name that you have at another registrar. It stays there, and you prove in the next step that it
        is yours.
      </p>
      <TextInput
        label="Domain name"
        placeholder="example.com"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <ServiceField options={services.options} form={form} />
    </FormDialog>
  )
}
