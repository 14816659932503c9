import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { listEmailActivity, listedActions } from './activity.ts'
import { serviceMail } from './copies/service-mail.ts'
import { data } from './data.ts'
import { retiring } from './domains/rotate.ts'
import { imapDriver, openImapServer, serveImap } from './dovecot/imap-server.ts'
import { exports } from './exports.ts'
import { inboxHttp } from './http/inbox.ts'
import { inboxRoutes } from './http/routes.ts'
import { createMailPorts, type MailPorts } from './inbox/mail-ports.ts'
import { createMessageReader, type MessageReader } from './inbox/reading/message-reader.ts'
import { invariants } from './invariants.ts'
import { handlers } from './jobs/deliveries.ts'
import { messageInvariants } from './receiving/invariants.ts'
import { serveReceiving } from './receiving/serve.ts'
import { incomingMailDriver, openIncomingMail } from './receiving/status.ts'
import { emptying, following, sweeping as sweepingBoxes } from './receiving/tasks.ts'
import { emailRouter } from './router.ts'
import { openSending } from './sending/open-sending.ts'
import { startSubmission } from './sending/submission/server.ts'
import { sweeping } from './sending/tasks.ts'
import { domainAddresses } from './service/domain-addresses.ts'
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
