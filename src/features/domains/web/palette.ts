import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import type { PaletteList, PalettePart } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { GlobeIcon } from '#web/ui/icons.tsx'
import type { Domain } from '../contract/contract.ts'

const choiceOf = ({ id, name }: Domain) => ({
  id: `domain:${id}`,
  label: showName(name),
  detail: 'Domain',
  words: `dns ${name}`,
  Icon: GlobeIcon,
  href: `/domains?domain=${id}`,
})

/** The customer's domains, for the palette. */
function useDomainChoices(): ReturnType<PaletteList['useChoices']> {
  const query = useQuery(useTRPC().domains.list.queryOptions())
  return { choices: (query.data ?? []).map(choiceOf), query }
}

export const domainsPalette = {
  lists: [{ section: 'Domains', order: 15, useChoices: useDomainChoices }],
  actions: [
    {
      id: 'register-domain',
      label: 'Register a domain',
      detail: 'Domains',
      words: 'buy name dns',
      Icon: GlobeIcon,
      to: '/domains',
      dialog: 'register',
      order: 8,
    },
    {
      id: 'connect-domain',
      label: 'Connect a domain',
      detail: 'Domains',
      words: 'own name external registrar dns',
      Icon: GlobeIcon,
      to: '/domains',
      dialog: 'connect',
      order: 9,
    },
  ],
} as const satisfies PalettePart
