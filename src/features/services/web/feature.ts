import type { WebFeature } from '#web/feature.ts'
import { HomeIcon, MonitorIcon } from '#web/ui/icons.tsx'
import { customerHome, routes } from './routes.tsx'

export const services = {
  routes,
  home: { shell: customerHome },
  places: [
    {
      to: '/dashboard',
      label: 'Dashboard',
      letter: 'h',
      Icon: HomeIcon,
      group: 'Services',
      order: 10,
      bar: { order: 10, label: 'Home' },
    },
    {
      to: '/websites',
      label: 'Websites',
      letter: 'w',
      Icon: MonitorIcon,
      group: 'Services',
      order: 20,
      tile: 10,
      bar: { order: 20 },
      also: '/server-management/',
      members: ['viewer', 'developer'],
    },
  ],
  // The websites list shows each last backup, and the dashboard each certificate's expiry.
  live: { servers: ['service', 'order', 'backup', 'domain'] },
} as const satisfies WebFeature
