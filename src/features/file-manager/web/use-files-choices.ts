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

/** File pages of each service that accepts files, for the palette; restoring and restarting services are left out. */
export function useFilesChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.servers.list.queryOptions())
  const active = (query.data ?? []).filter(({ status }) => status === 'active')
  return { choices: active.map((each) => choiceOf(each, active)), query }
}
