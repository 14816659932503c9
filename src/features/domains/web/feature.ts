import type { WebFeature } from '#web/feature.ts'
import { GlobeIcon, LockIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'
import { useDomainChoices } from './use-domain-choices.ts'

export const domains = {
  routes: { shell: routes },
  places: [
    {
      to: '/domains',
      label: 'Domains',
      letter: 'o',
      Icon: GlobeIcon,
      group: 'Web',
      order: 10,
      bar: { order: 30 },
    },
    { to: '/ssl-certificates', label: 'SSL Certificates', Icon: LockIcon, order: 20 },
  ],
  tiles: [
    { to: '/domains', name: 'Domains', text: 'Names, DNS and certificates', Icon: GlobeIcon, order: 30 },
  ],
  palette: {
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
  },
  live: { domains: ['domain'], certificates: ['domain'] },
} as const satisfies WebFeature
