import { maxMessageBytes, maxRecipients } from '#features/mailboxes/contract/rules.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { Deps } from '#server/context.ts'
import type { Running } from '#server/feature.ts'
import { listenAt } from '#server/system/listen-at.ts'
import type { Pace } from '#shared/async/pace.ts'
import { createSlots, type SlotLimits } from '#shared/slots.ts'
import { second } from '#shared/time.ts'
import { followMailCertificates } from '../smtp/certificates.ts'
import { createSmtpServer, isInMessage } from '../smtp/server.ts'
import { createReceiver } from './receive.ts'
import { createSenderLimits, type SenderLimits, usualLimits } from './sender-limits.ts'

const usualPlaces: SlotLimits = { total: 1_000, perAddress: 20, perNetwork: 100, reserved: 100 }
const graceMs = 5 * second

type ReceiverOptions = {
  port: number
  limits?: SenderLimits
  places?: SlotLimits
  pace?: Pace
  patienceMs?: number
}

export type Receiver = { port: number; stop(): Promise<void> }

/** Receives mail at `port` (0 picks a free one). @throws Error with one line when it cannot listen */
export async function startReceiver(
  deps: Deps,
  { port, limits = usualLimits, places = usualPlaces, ...times }: ReceiverOptions,
): Promise<Receiver> {
  const { env, log, now, incomingMail } = deps
  const name = mailNameOf(deps)
  const certificates = await followMailCertificates(deps, name)
  const handlers = createReceiver({
    ...deps,
    name,
    filters: incomingMail.filters,
    limits: createSenderLimits(limits, now),
  })
  const server = createSmtpServer(
    {
      ...handlers,
      name,
      own: certificates.own,
      findContext: certificates.find,
      size: maxMessageBytes,
      maxRecipients,
      places: createSlots(places, limits.isFree),
      ...times,
      closeTimeout: graceMs,
      authOptional: true,
      disabledCommands: ['AUTH'],
    },
    (error) => {
      if (!server.server.listening) return
      log.debug('connection of a mail server failed', { error: error.message })
    },
  )
  const at = { host: env.HOST, port, setting: 'MAIL_SMTP_PORT', orElse: 'to auto, or to 0 (off)' }
  try {
    await listenAt(at, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.server.once('error', reject)
      server.listen(port, env.HOST, resolve)
      return promise
    })
  } catch (error) {
    await certificates.close()
    throw error
  }
  const address = server.server.address()
  incomingMail.port = typeof address === 'object' && address ? address.port : port
  return {
    port: incomingMail.port,
    async stop() {
      incomingMail.port = null
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        // Clients within a message may finish it; others are deferred.
        for (const connection of server.connections)
          if (!isInMessage(connection)) connection.send(421, '4.3.2 The server is stopping.')
      })
      await certificates.close().catch((error) => warnOf(log, 'certificates not released', error))
    },
  }
}

/** Receives mail while the portal runs, as MAIL_SMTP_PORT says. */
export async function serveReceiving(deps: Deps): Promise<Running> {
  const { MAIL_SMTP_PORT: port } = deps.env
  if (port === 0) return {}
  const receiver = await startReceiver(deps, { port: port === 'auto' ? 0 : port })
  deps.log.info('receiving mail', { port: receiver.port })
  return { stop: receiver.stop }
}
