import type { Feature } from '#server/feature.ts'
import { emailRouter } from './router.ts'
import { settings } from './settings.ts'
import type { Mailboxes } from './storage/mailboxes.ts'
import { createMaildirs } from './storage/maildir.ts'

declare module '#server/context.ts' {
  interface Deps {
    mailboxes: Mailboxes
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** An account, or the messages in it. */
    email: true
  }
}

export const email = {
  name: 'email',
  settings,
  open: ({ env, now }) => ({ mailboxes: createMaildirs(env.DATA_DIR, now) }),
  procedures: { email: emailRouter },
  live: { email: 'owner' },
} satisfies Feature
