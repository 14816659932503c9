import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { listEmailActivity, listedActions } from './activity.ts'
import { serviceMail } from './copies/service-mail.ts'
import { data } from './data.ts'
import { retiring } from './domains/rotate.ts'
import { imapDriver, openImapServer, serveImap } from './dovecot/imap-server.ts'
import { exports } from './exports.ts'
import { inboxHttp } from '#features/inbox/http/inbox.ts'
import { inboxRoutes } from '#features/inbox/http/routes.ts'
import { createMailPorts, type MailPorts } from './service/mail-ports.ts'
import { createMessageReader, type MessageReader } from '#features/inbox/reading/message-reader.ts'
import { invariants } from './invariants.ts'
import { handlers } from '#features/mail-transport/jobs/deliveries.ts'
import { messageInvariants } from './filing/invariants.ts'
import { serveReceiving } from '#features/mail-transport/receiving/serve.ts'
import { incomingMailDriver, openIncomingMail } from '#features/mail-transport/receiving/status.ts'
import { emptying, following, sweeping as sweepingBoxes } from '#features/mail-transport/receiving/tasks.ts'
import { emailRouter } from './router.ts'
import { openSending } from '#features/mail-transport/sending/open-sending.ts'
import { startSubmission } from '#features/mail-transport/sending/submission/server.ts'
import { sweeping } from '#features/mail-transport/sending/tasks.ts'
import { domainAddresses } from './addresses/domain-addresses.ts'
import { eraseAccount } from './service/erase.ts'
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

/** Mail comes in at one port, is handed over by programs of customers at another, and read by them at a third. */
async function serve(deps: Deps): Promise<Running> {
  const parts = [await serveReceiving(deps), await startSubmission(deps), await serveImap(deps)]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop?.()))
    },
  }
}

export const email = {
  name: 'email',
  settings,
  procedures: { email: emailRouter },
  open: (kernel) => ({
    domainAddresses,
    serviceMail,
    mailboxes: createMaildirs(kernel.env.DATA_DIR, kernel.now),
    ...openSending(kernel),
    messageReader: createMessageReader(),
    mailPorts: createMailPorts(),
    imapServer: openImapServer(kernel),
    incomingMail: openIncomingMail(kernel.env),
  }),
  serve,
  http: { routes: inboxRoutes, mount: inboxHttp },
  close: ({ messageReader }) => messageReader.close(),
  work: {
    'email-care': { tasks: [purging, emptying, sweepingBoxes, retiring] },
    // A mailbox of many thousands takes its time.
    'email-index': { tasks: [following] },
    // One server that hangs keeps nobody else's mail.
    'email-out': { handlers, tasks: [sweeping] },
    'email-out-2': { handlers },
    'email-out-3': { handlers },
  },
  drivers: (deps) => [
    { area: 'Incoming mail', driver: incomingMailDriver(deps) },
    { area: 'Mail programs', driver: imapDriver(deps) },
    { area: 'Mail of customers', driver: deps.mailTransport },
  ],
  live: { email: 'owner' },
  activity: [{ kind: 'email', actions: listedActions, list: listEmailActivity }],
  data,
  invariants: [...invariants, ...messageInvariants],
  exports,
  eraseAccount,
} satisfies Feature
