import type { Feature } from '#server/feature.ts'
import { listEmailActivity, listedActions } from './activity.ts'
import { inboxHttp } from './inbox/http.ts'
import { createMailPorts, type MailPorts } from './inbox/mail-ports.ts'
import { createMessageReader, type MessageReader } from './inbox/reading/message-reader.ts'
import { inboxRoutes } from './inbox/routes.ts'
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
    messageReader: MessageReader
    mailPorts: MailPorts
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
  open: ({ env, now }) => ({
    domainAddresses,
    mailboxes: createMaildirs(env.DATA_DIR, now),
    messageReader: createMessageReader(),
    mailPorts: createMailPorts(),
  }),
  http: { routes: inboxRoutes, mount: inboxHttp },
  close: ({ messageReader }) => messageReader.close(),
  work: { 'email-care': { tasks: [purging] } },
  live: { email: 'owner' },
  activity: [{ actions: listedActions, list: listEmailActivity }],
  invariants,
} satisfies Feature
