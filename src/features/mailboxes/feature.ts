import { join } from 'node:path'
import type { Feature } from '#server/feature.ts'
import { endLeftEngine } from '#server/system/programs/engine-process.ts'
import { listEmailActivity, listedActions } from './activity.ts'
import { domainAddresses } from './addresses/domain-addresses.ts'
import { serviceMail } from './copies/service-mail.ts'
import { data } from './data.ts'
import { retiring } from './domains/rotate.ts'
import { imapDriver, openImapServer, serveImap } from './dovecot/imap-server.ts'
import { exports } from './exports.ts'
import { messageInvariants } from './filing/invariants.ts'
import { invariants } from './invariants.ts'
import { emailProcedures } from './router/router.ts'
import { eraseAccount } from './service/erase.ts'
import { createMailPorts, type MailPorts } from './service/mail-ports.ts'
import { settings } from './settings.ts'
import type { Mailboxes } from './storage/mailboxes.ts'
import { createMaildirs } from './storage/maildir.ts'
import { emptying, purging } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    mailboxes: Mailboxes
    mailPorts: MailPorts
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** An account, or its messages. */
    email: true
  }
}

/** Email accounts, domain mail, and mailboxes with their IMAP server. */
export const mailboxes = {
  name: 'mailboxes',
  settings,
  procedures: { email: emailProcedures },
  open: (kernel) => ({
    domainAddresses,
    serviceMail,
    mailboxes: createMaildirs(kernel.env.DATA_DIR, kernel.now),
    mailPorts: createMailPorts(),
    imapServer: openImapServer(kernel),
  }),
  serve: serveImap,
  endLeft: async ({ DATA_DIR }) =>
    (await endLeftEngine(join(DATA_DIR, 'dovecot'), 'SIGTERM')) ? ['Dovecot'] : [],
  work: { 'email-care': { tasks: [purging, emptying, retiring] } },
  drivers: (deps) => [{ area: 'Mail programs', driver: imapDriver(deps) }],
  live: { email: 'owner' },
  activity: [{ kind: 'email', actions: listedActions, list: listEmailActivity }],
  data,
  invariants: [...invariants, ...messageInvariants],
  exports,
  eraseAccount,
} satisfies Feature
