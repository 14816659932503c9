import type { WebFeature } from '#web/feature.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const orders = {
  routes: { signedIn: routes },
  places: [
    {
      to: '/select-plan',
      also: '/pending-activation',
      label: 'Add a service',
      letter: 'n',
      Icon: PlusIcon,
      group: 'Services',
      order: 40,
    },
  ],
  live: { orders: ['order', 'service'] },
} as const satisfies WebFeature
