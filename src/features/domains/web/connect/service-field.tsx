import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import type { useContractForm } from '#web/ui/forms/use-contract-form.ts'

/** What a dialog about a new domain shows when no service could have it. */
export const needsService = (what: string): string => `You need an active service to ${what} a domain.`

/** The services that a new domain can belong to. */
export function useServiceOptions() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.servers.list.queryOptions())
  const active = data?.filter(({ status }) => status === 'active')
  return {
    isNone: active?.length === 0,
    options: active?.map((service) => ({ value: service.id, label: serviceLabel(service, data) })) ?? [],
  }
}

const anyService = { value: '', label: 'The first with room for it' }

type Form = Pick<ReturnType<typeof useContractForm<{ serviceId: string }>>, 'key' | 'getInputProps'>
type ServiceFieldProps = { options: { value: string; label: string }[]; form: Form }

/** Which service a new domain leads to; nothing to choose with only one. */
export const ServiceField = ({ options, form }: ServiceFieldProps) =>
  options.length > 1 && (
    <NativeSelect
      label="Service"
      description="Its address is what the domain leads to."
      data={[anyService, ...options]}
      key={form.key('serviceId')}
      {...form.getInputProps('serviceId')}
    />
  )
