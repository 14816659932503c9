import type { setupOutput } from '#features/mailboxes/contract/contract.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { Deps } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'

type Endpoint = Answer<typeof setupOutput>['imap']

/** The mail set-up of this installation: listening servers, and where mail goes. */
export function readSetup(deps: Deps): Answer<typeof setupOutput> {
  const { mailPorts, incomingMail } = deps
  const host = mailNameOf(deps)
  const at = (port: number | null, security: 'TLS' | 'STARTTLS'): Endpoint =>
    port === null ? null : { host, port, security }
  return {
    incoming: at(incomingMail.port, 'STARTTLS'),
    imap: at(mailPorts.imap, 'TLS'),
    submission: at(mailPorts.submission, 'STARTTLS'),
    outgoing: deps.mailTransport.way,
    spamFilter: incomingMail.filters.spam ? 'rspamd' : 'rules',
    virusScanner: incomingMail.filters.viruses ? 'clamav' : 'none',
  }
}
