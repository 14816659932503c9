import type { WebFeature } from '#web/feature.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes } from './routes.tsx'

export const mailboxes = {
  routes,
  places: [
    {
      to: '/email',
      label: 'Email',
      letter: 'e',
      Icon: MailIcon,
      group: 'Web',
      order: 20,
      tile: 50,
      bar: { order: 35 },
    },
  ],
  DomainMail: lazyPart(() => import('./domain/domain-mail-step.tsx'), 'DomainMailStep'),
  // The accounts of a service stop with it, and adding or removing a domain changes its addresses.
  live: { email: ['email', 'service', 'domain'] },
} as const satisfies WebFeature
