import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { minute, second } from '#shared/time.ts'
import { type Letter, Refusal } from './transport.ts'

/*
 * nodemailer's public transport composes its own message and reports only the end; this one must send a message exactly as
 * signed, and probe an endpoint without one. So its connection is imported from its internals; the version is pinned, and the
 * test beside this file fails when it changes.
 */

const patience = { connectionTimeout: 20 * second, greetingTimeout: 30 * second, socketTimeout: 2 * minute }

/** A server and its credentials. */
export type Endpoint = {
  host: string
  port: number
  /** The name in our greeting. */
  name: string
  /** TLS from the start. */
  secure?: boolean
  /** The server name for its certificate. */
  servername?: string
  /** TLS where offered, with any certificate. */
  isOpportunistic?: boolean
  login?: { user: string; pass: string }
}

type Failure = { code?: unknown; responseCode?: unknown; response?: unknown }

const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/

/** A 5xx for the message or its recipient is permanent; a rejection of this client may be temporary. */
function refusalOf(error: unknown): Refusal {
  const { code, responseCode, response } = (error ?? {}) as Failure
  const reply = typeof response === 'string' && response !== '' ? response : String((error as Error)?.message)
  const number = typeof responseCode === 'number' ? responseCode : null
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutMessage && (number === null || number >= 500)
  const status = enhanced.exec(reply)?.[1] ?? (isFinal ? '5.0.0' : '4.0.0')
  return new Refusal(isFinal, status.replace(/^./, isFinal ? '5' : '4'), reply)
}

type Step = (run: (done: (error?: Error | null) => void) => void) => Promise<void>

/** Runs `work` with a server after greeting and login. @throws Refusal */
async function visit(
  { isOpportunistic = false, login, ...endpoint }: Endpoint,
  work: (connection: SMTPConnection, step: Step) => Promise<void>,
): Promise<void> {
  const connection = new SMTPConnection({
    ...patience,
    ...endpoint,
    opportunisticTLS: isOpportunistic,
    tls: { rejectUnauthorized: !isOpportunistic },
  })
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // Errors after the work is done are ignored.
  broken.catch(() => {})
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('The server closed the connection.')))
  const step: Step = (run) =>
    Promise.race([
      broken,
      new Promise<void>((resolve, fail) => run((error) => (error ? fail(error) : resolve()))),
    ])
  try {
    await step((done) => connection.connect(done))
    if (login) await step((done) => connection.login(login, done))
    await work(connection, step)
    connection.quit()
  } catch (error) {
    connection.close()
    throw refusalOf(error)
  }
}

/** Sends the message; resolves when the server replied 250. @throws Refusal */
export async function handOver(letter: Letter, endpoint: Endpoint): Promise<void> {
  const content = letter.open()
  const envelope = {
    from: letter.sender || false,
    to: letter.recipient,
    size: letter.sizeBytes,
    use8BitMime: true,
  } as const
  try {
    await visit(endpoint, (connection, step) =>
      step((done) => connection.send(envelope, content, (error) => done(error))),
    )
  } finally {
    content.destroy()
  }
}

/** Connects and signs in. @throws Refusal */
export const probe = (endpoint: Endpoint): Promise<void> => visit(endpoint, async () => {})
