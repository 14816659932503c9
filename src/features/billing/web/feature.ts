import type { WebFeature } from '#web/feature.ts'
import { CardIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const billing = {
  routes: { shell: routes },
  places: [
    {
      to: '/profile/billing',
      label: 'Billing',
      letter: 'i',
      Icon: CardIcon,
      group: 'Account',
      order: 10,
      members: ['billing'],
    },
  ],
  // Approved orders and renewals get invoices.
  live: { billing: ['invoice', 'order', 'renewal', 'domain'] },
} as const satisfies WebFeature
