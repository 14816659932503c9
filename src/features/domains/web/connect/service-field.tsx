import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import type { useContractForm } from '#web/ui/forms/use-contract-form.ts'

type Option = { value: string; label: string }

/** The sites that a new domain can show; no choice when `site` is given. */
export function useServiceOptions(site: string | undefined): { isNone: boolean; options: Option[] } {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.servers.list.queryOptions())
  if (site !== undefined) return { isNone: false, options: [] }
  const active = data?.filter(({ status }) => status === 'active')
  return {
    isNone: active?.length === 0,
    options: active?.map((service) => ({ value: service.id, label: serviceLabel(service, data) })) ?? [],
  }
}

type DialogState = {
  services: ReturnType<typeof useServiceOptions>
  name: string
  serviceId: string
  what: 'connect' | 'register'
}

/** Why a dialog for a new domain cannot be submitted yet. */
export function obstacleOf({ services, name, serviceId, what }: DialogState): string | undefined {
  if (services.isNone) return `You need an active service to ${what} a domain.`
  if (name.trim() === '') return 'Enter a name first.'
  return services.options.length > 1 && serviceId === '' ? 'Choose a site first.' : undefined
}

const noChoice: Option = { value: '', label: 'Choose a site' }

type Form = Pick<ReturnType<typeof useContractForm<{ serviceId: string }>>, 'key' | 'getInputProps'>

/** Selects the site of a new domain; hidden with only one. */
export const ServiceField = ({ options, form }: { options: Option[]; form: Form }) =>
  options.length > 1 && (
    <NativeSelect
      label="Service"
      description="The site this domain will show."
      required
      data={[noChoice, ...options]}
      key={form.key('serviceId')}
      {...form.getInputProps('serviceId')}
    />
  )
