import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { obstacleOf, ServiceField, useServiceOptions } from './service-field.tsx'
import { connectSchema, useConnecting } from './use-connecting.ts'

const first = { name: '', serviceId: '' }

/** With `serviceId` the domain is connected to that site, and listed on its page. */
export type NewDomainDialogProps = { serviceId?: string; opened: boolean; onClose: () => void }

/** Connects a name from another registrar, and opens its setup steps. */
export function DomainConnectDialog({ serviceId: site, opened, onClose }: NewDomainDialogProps) {
  const form = useContractForm<typeof first>(connectSchema, first)
  const services = useServiceOptions(site)
  const navigate = useNavigate()
  const connect = useConnecting(async (domain) => {
    if (!site) await navigate({ to: '/domains', search: { domain }, resetScroll: false })
  })
  const name = form.useWatchValue('name')
  const serviceId = form.useWatchValue('serviceId')
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Connect a domain"
      form={form}
      onSubmit={(values) =>
        connect.mutateAsync({ name: values.name, serviceId: site ?? (values.serviceId || null) })
      }
      submitLabel="Connect"
      disabledReason={obstacleOf({ services, name, serviceId, what: 'connect' })}
    >
      <p className="domain-text">
        Use a domain registered with another registrar. It stays there; next you verify that you own it by
        adding a DNS record.
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
