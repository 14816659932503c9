import type { Deps } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { setupOutput } from '../contract.ts'

type Endpoint = Answer<typeof setupOutput>['imap']

/** The name that mail programs know this installation by. */
export const mailHost = ({ env, origin }: Pick<Deps, 'env' | 'origin'>): string =>
  env.MAIL_HOST ?? new URL(origin()).hostname

/** How mail is had here: what listens now, and where mail goes. */
export function readSetup(deps: Deps): Answer<typeof setupOutput> {
  const { incoming, submission, imap } = deps.mailPorts
  const host = mailHost(deps)
  const at = (port: number | null, security: 'TLS' | 'STARTTLS'): Endpoint =>
    port === null ? null : { host, port, security }
  return {
    incoming: at(incoming, 'STARTTLS'),
    imap: at(imap, 'TLS'),
    submission: at(submission, 'STARTTLS'),
    outgoing: deps.mailTransport.way,
    spamFilter: 'rules',
    virusScanner: 'none',
  }
}
