import { useQuery } from '@tanstack/react-query'
import { siteName } from '#shared/names/site-name.ts'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { ServerIcon } from '#web/ui/icons.tsx'
import type { Service } from '../../contract/contract.ts'

const choiceOf = (service: Service, among: readonly Service[]) => ({
  id: `service:${service.id}`,
  label: siteName(service, among),
  detail: `${service.plan.name} · ${service.status}`,
  words: `${service.serverIp ?? ''} ${service.category.name}`,
  Icon: ServerIcon,
  href: `/server-management/${service.id}`,
})

/** The customer's services, for the palette. */
export function useServiceChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.servers.list.queryOptions())
  return { choices: (query.data ?? []).map((each, _, all) => choiceOf(each, all)), query }
}
