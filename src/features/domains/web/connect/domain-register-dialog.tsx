import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readRegistrable } from '#features/names/contract/name-faults.ts'
import { tlds } from '#features/names/contract/tlds.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { Money } from '#web/ui/values/values.tsx'
import { registerInput } from '../../contract/contract.ts'
import { yearlyRupees } from '../../contract/price.ts'
import { texts } from '../../contract/texts.ts'
import type { NewDomainDialogProps } from './domain-connect-dialog.tsx'
import { NameOffer, RegistrarNotice } from './name-offer.tsx'
import { obstacleOf, ServiceField, useServiceOptions } from './service-field.tsx'

type Values = { name: string; tld: (typeof tlds)[number]; serviceId: string }

const first: Values = { name: '', tld: 'com', serviceId: '' }
const schema = registerInput.omit({ serviceId: true }).superRefine(({ name, tld }, context) => {
  const read = readRegistrable(name, tld)
  if ('fault' in read) context.addIssue({ code: 'custom', path: ['name'], message: read.fault })
})

const tldOptions = tlds.map((tld) => ({ value: tld, label: `.${tld}` }))

/** The full name, which may include its ending already. */
function wholeName(written: string, tld: string): string {
  const name = written.trim().toLowerCase()
  return name.endsWith(`.${tld}`) ? name : `${name}.${tld}`
}

/** Registers a name for a year, and opens it. */
export function DomainRegisterDialog({ serviceId: site, opened, onClose }: NewDomainDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm<Values>(schema, first)
  const name = form.useWatchValue('name')
  const tld = form.useWatchValue('tld')
  const serviceId = form.useWatchValue('serviceId')
  const services = useServiceOptions(site)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const register = useMutation(
    trpc.domains.register.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async ({ id, name: registered }) => {
        await queryClient.invalidateQueries(trpc.domains.list.queryFilter())
        if (!site) await navigate({ to: '/domains', search: { domain: id }, resetScroll: false })
        showToast({ title: texts.registered, description: showName(registered) })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Register Domain"
      form={form}
      onSubmit={({ serviceId: chosen, ...values }) =>
        register.mutateAsync({ ...values, serviceId: site ?? (chosen || null) })
      }
      submitLabel="Register"
      disabledReason={obstacleOf({ services, name, serviceId, what: 'register' })}
    >
      <RegistrarNotice />
      <div className="domain-name-fields">
        <TextInput
          label="Domain name"
          placeholder="example"
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <NativeSelect label="Ending" data={tldOptions} key={form.key('tld')} {...form.getInputProps('tld')} />
      </div>
      <NameOffer name={name} tld={tld} />
      <ServiceField options={services.options} form={form} />
      <p className="domain-preview" role="status">
        <strong>{name.trim() && wholeName(name, tld)}</strong>
        <span>
          <Money rupees={yearlyRupees} /> per year. We will send an invoice.
        </span>
      </p>
    </FormDialog>
  )
}
