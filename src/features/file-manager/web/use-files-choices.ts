import { useQuery } from '@tanstack/react-query'
import type { Service } from '#features/services/contract/contract.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { FolderIcon } from '#web/ui/icons.tsx'

const choiceOf = (service: Service, among: readonly Service[]) => ({
  id: `files:${service.id}`,
  label: `Files on ${siteName(service, among)}`,
  detail: service.plan.name,
  words: service.serverIp ?? '',
  Icon: FolderIcon,
  href: `/files?service=${service.id}`,
})

/** The files of each service that accepts new ones, for the palette: a restored or restarting service is left out. */
export function useFilesChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.servers.list.queryOptions())
  const active = (query.data ?? []).filter(({ status }) => status === 'active')
  return { choices: active.map((each) => choiceOf(each, active)), query }
}
