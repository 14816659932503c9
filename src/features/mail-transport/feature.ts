import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { data } from './data.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { handlers } from './jobs/deliveries.ts'
import { serveReceiving } from './receiving/serve.ts'
import { incomingMailDriver, openIncomingMail } from './receiving/status.ts'
import { openSending } from './sending/open-sending.ts'
import { startSubmission } from './sending/submission/server.ts'
import { sweeping } from './sending/tasks.ts'
import { settings } from './settings.ts'
import { following, sweeping as sweepingBoxes } from './tasks.ts'

/** One port receives mail, and another accepts submissions from customers' mail programs. */
async function serve(deps: Deps): Promise<Running> {
  const parts = [await serveReceiving(deps), await startSubmission(deps)]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop?.()))
    },
  }
}

/** Receives, checks and files mail by SMTP, and sends it DKIM-signed from a queue. */
export const mailTransport = {
  name: 'mail-transport',
  settings,
  open: (kernel) => ({ ...openSending(kernel), incomingMail: openIncomingMail(kernel.env) }),
  serve,
  starts: 'the mail servers',
  servesFirst: true,
  work: {
    'email-care': { tasks: [sweepingBoxes] },
    // Indexing a large mailbox is slow.
    'email-index': { tasks: [following] },
    // A hanging server must not delay other deliveries.
    'email-out': { handlers, tasks: [sweeping] },
    'email-out-2': { handlers },
    'email-out-3': { handlers },
  },
  drivers: (deps) => [
    { area: 'Incoming mail', driver: incomingMailDriver(deps) },
    { area: 'Customer mail', driver: deps.mailTransport },
  ],
  data,
  invariants,
  exports,
} satisfies Feature
