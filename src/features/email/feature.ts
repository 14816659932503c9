import type { Feature } from '#server/feature.ts'
import { emailRouter } from './router.ts'
import { settings } from './settings.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    /** An account, or the messages in it. */
    email: true
  }
}

export const email = {
  name: 'email',
  settings,
  procedures: { email: emailRouter },
  live: { email: 'owner' },
} satisfies Feature
