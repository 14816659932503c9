import type { WebFeature } from '#web/feature.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const support = {
  routes: { public: routes },
  palette: {
    actions: [
      {
        id: 'contact-support',
        label: 'Contact support',
        words: 'help message question',
        Icon: MailIcon,
        to: '/contact',
        order: 50,
      },
    ],
  },
} as const satisfies WebFeature
