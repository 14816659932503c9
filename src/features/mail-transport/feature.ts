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

/** Mail comes in at one port, and is handed over by programs of customers at another. */
async function serve(deps: Deps): Promise<Running> {
  const parts = [await serveReceiving(deps), await startSubmission(deps)]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop?.()))
    },
  }
}

/** Mail on its way: received, examined and filed by SMTP, and sent with DKIM signatures from a queue. */
export const mailTransport = {
  name: 'mail-transport',
  settings,
  open: (kernel) => ({ ...openSending(kernel), incomingMail: openIncomingMail(kernel.env) }),
  serve,
  starts: 'the mail servers',
  servesFirst: true,
  work: {
    'email-care': { tasks: [sweepingBoxes] },
    // A mailbox of many thousands takes its time.
    'email-index': { tasks: [following] },
    // One server that hangs keeps nobody else's mail.
    'email-out': { handlers, tasks: [sweeping] },
    'email-out-2': { handlers },
    'email-out-3': { handlers },
  },
  drivers: (deps) => [
    { area: 'Incoming mail', driver: incomingMailDriver(deps) },
    { area: 'Mail of customers', driver: deps.mailTransport },
  ],
  data,
  invariants,
  exports,
} satisfies Feature
