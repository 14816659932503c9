import type { WebFeature } from '#web/feature.ts'
import { GlobeIcon, LockIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const domains = {
  routes,
  places: [
    {
      to: '/domains',
      label: 'Domains',
      letter: 'd',
      Icon: GlobeIcon,
      group: 'Web',
      order: 10,
      tile: 30,
      bar: { order: 30 },
    },
    { to: '/ssl-certificates', label: 'SSL Certificates', Icon: LockIcon, order: 20 },
  ],
  live: { domains: ['domain'] },
} as const satisfies WebFeature
