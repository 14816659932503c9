import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { Domain } from '../../contract/contract.ts'
import { type SubdomainValues, subdomainForm, wishOf } from './subdomain-form.ts'
import type { SubdomainChanges } from './use-subdomain-changes.ts'

const kinds = [
  { value: 'service', label: 'One of your sites' },
  { value: 'address', label: 'An IP address' },
  { value: 'host', label: 'Another host name' },
  { value: 'redirect', label: 'A redirect to a web address' },
] as const

const targets = {
  address: { label: 'IP address', placeholder: '192.0.2.1' },
  host: { label: 'Host name', placeholder: 'www.example.net' },
  redirect: {
    label: 'Web address',
    placeholder: 'https://www.example.net/shop',
    description: 'All visitors are sent to exactly this address.',
  },
}

const redirects = [
  { value: '302', label: 'Temporary (302)' },
  { value: '308', label: 'Permanent (308), for search engines too' },
] as const

type ServiceOption = { value: string; label: string; address: string }

type SubdomainDialogProps = {
  domain: Domain
  changes: SubdomainChanges
  opened: boolean
  onClose: () => void
}

/** Services with an address, the one of the domain first. */
function useServiceTargets({ serviceId }: Domain): ServiceOption[] | undefined {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.servers.list.queryOptions())
  return data
    ?.flatMap((service) =>
      service.serverIp === null
        ? []
        : [{ value: service.id, label: serviceLabel(service, data), address: service.serverIp }],
    )
    .toSorted((one, other) => Number(other.value === serviceId) - Number(one.value === serviceId))
}

export function SubdomainAddDialog(props: SubdomainDialogProps) {
  const places = useServiceTargets(props.domain)
  return places && <SubdomainForm {...props} places={places} />
}

function SubdomainForm(props: SubdomainDialogProps & { places: ServiceOption[] }) {
  const { domain, changes, opened, onClose, places } = props
  const addressOf = (service: string) => places.find(({ value }) => value === service)?.address ?? ''
  const form = useContractForm<SubdomainValues>(subdomainForm(domain.name, addressOf), {
    name: '',
    kind: places.length > 0 ? 'service' : 'address',
    service: places[0]?.value ?? '',
    target: '',
    redirect: '302',
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add Subdomain"
      form={form}
      onSubmit={(values) => changes.add(wishOf(values, addressOf))}
      submitLabel="Add Subdomain"
    >
      <TextInput
        label="Name"
        description={`The part before .${showName(domain.name)}.`}
        placeholder="shop"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TargetFields form={form} places={places} />
    </FormDialog>
  )
}

function TargetFields({ form, places }: { form: ContractForm<SubdomainValues>; places: ServiceOption[] }) {
  const kind = form.useWatchValue('kind')
  return (
    <>
      <NativeSelect
        label="Points to"
        data={kinds.filter(({ value }) => value !== 'service' || places.length > 0)}
        key={form.key('kind')}
        {...form.getInputProps('kind')}
      />
      {kind === 'service' ? (
        <NativeSelect
          label="Site"
          data={places.map(({ value, label, address }) => ({ value, label: `${label} (${address})` }))}
          key={form.key('service')}
          {...form.getInputProps('service')}
        />
      ) : (
        <TextInput
          {...targets[kind]}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('target')}
          {...form.getInputProps('target')}
        />
      )}
      {kind === 'redirect' && (
        <NativeSelect
          label="Redirect"
          data={redirects}
          key={form.key('redirect')}
          {...form.getInputProps('redirect')}
        />
      )}
    </>
  )
}
