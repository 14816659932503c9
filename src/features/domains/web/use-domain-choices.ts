import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { GlobeIcon } from '#web/ui/icons.tsx'
import type { Domain } from '../contract.ts'

const choiceOf = ({ id, name }: Domain) => ({
  id: `domain:${id}`,
  label: showName(name),
  detail: 'Domain',
  words: `dns ${name}`,
  Icon: GlobeIcon,
  href: `/domains?domain=${id}`,
})

/** The customer's domains, for the palette. */
export function useDomainChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.domains.list.queryOptions())
  return { choices: (query.data ?? []).map(choiceOf), query }
}
