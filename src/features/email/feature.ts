import type { Feature } from '#server/feature.ts'
import { listEmailActivity, listedActions } from './activity.ts'
import { invariants } from './invariants.ts'
import { emailRouter } from './router.ts'
import { domainAddresses } from './service/domain-addresses.ts'
import { settings } from './settings.ts'
import type { Mailboxes } from './storage/mailboxes.ts'
import { createMaildirs } from './storage/maildir.ts'
import { purging } from './tasks.ts'

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
  procedures: { email: emailRouter },
  open: ({ env, now }) => ({ domainAddresses, mailboxes: createMaildirs(env.DATA_DIR, now) }),
  work: { 'email-care': { tasks: [purging] } },
  live: { email: 'owner' },
  activity: [{ actions: listedActions, list: listEmailActivity }],
  invariants,
} satisfies Feature
