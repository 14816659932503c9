import type { PalettePart } from '#web/feature.ts'
import { GlobeIcon } from '#web/ui/icons.tsx'
import { useDomainChoices } from './use-domain-choices.ts'

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
      words: 'own name elsewhere registrar dns',
      Icon: GlobeIcon,
      to: '/domains',
      dialog: 'connect',
      order: 9,
    },
  ],
} as const satisfies PalettePart
