import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerSession } from 'smtp-server'
import { domainOf, localOf, readAddress } from '#features/mailboxes/contract/address.ts'
import { maxMessageBytes, maxRecipients } from '#features/mailboxes/contract/rules.ts'
import { findMailDomain } from '#features/mailboxes/domains/signing-key.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import type { Running } from '#server/feature.ts'
import { listenAt } from '#server/system/listen-at.ts'
import { DomainError } from '#shared/errors.ts'
import { createSlots, type SlotLimits } from '#shared/slots.ts'
import { second } from '#shared/time.ts'
import { resolveAddress } from '../../addresses/role-addresses.ts'
import { followMailCertificates } from '../../smtp/certificates.ts'
import { replies, SmtpReply } from '../../smtp/reply.ts'
import { createSmtpServer } from '../../smtp/server.ts'
import { acceptSubmission, answerTo } from './accept.ts'
import { authenticate, findSender, isOwnAddress } from './sender.ts'

const places: SlotLimits = { total: 500, perAddress: 20, perNetwork: 50, reserved: 50 }

/** The account of a connection, as its row was at sign-in. */
const accountOf = ({ user }: SMTPServerSession): AccountRow => user as unknown as AccountRow

/** Replies to a command with the result of `work`; an unexpected error is logged, and the reply hides its message. */
function answering<T>(
  deps: Deps,
  callback: (error: Error | null, said?: T) => void,
  work: () => Promise<T>,
): void {
  work().then(
    (said) => callback(null, said),
    (error) => {
      const reply = answerTo(error)
      if (!reply) deps.log.error('mail not accepted', { error: String(error) })
      callback(reply ?? replies.failed())
    },
  )
}

/** The current account of the session. @throws SmtpReply when it may no longer send */
async function currentSender(deps: Deps, session: SMTPServerSession): Promise<AccountRow> {
  const row = await findSender(deps, accountOf(session))
  if (!row) throw new SmtpReply(550, '5.2.1', 'This address cannot send mail right now.')
  return row
}

/** An address that mail can be sent to, with its domain in A-labels. @throws SmtpReply */
async function readRecipient(deps: Deps, address: string): Promise<string> {
  const stored = readAddress(address)
  const domain = stored === null ? null : domainOf(stored)
  if (stored === null || domain === null)
    throw new SmtpReply(553, '5.1.3', 'Mail cannot be sent to this address.')
  const { kind } = await resolveAddress(deps, stored)
  if (kind === 'unknown' && (await findMailDomain(deps, domain))) throw replies.unknown()
  return `${localOf(address.trim())}@${domain}`
}

async function signIn(
  deps: Deps,
  auth: { name: string; password: string },
  address: string,
): Promise<AccountRow> {
  try {
    const row = await authenticate(deps, { ...auth, address })
    if (!row) throw new SmtpReply(535, '5.7.8', 'Wrong address or password.')
    return (
      (await findSender(deps, row)) ??
      Promise.reject(new SmtpReply(535, '5.7.8', 'This address cannot send mail right now.'))
    )
  } catch (error) {
    if (error instanceof DomainError) throw new SmtpReply(454, '4.7.0', error.message)
    throw error
  }
}

/** The handlers of each command (RFC 6409): all require TLS and a password. */
function handlersOf(deps: Deps) {
  const on: Pick<
    Required<NonNullable<ConstructorParameters<typeof SMTPServer>[0]>>,
    'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'
  > = {
    onAuth: ({ username, password }, { remoteAddress }, callback) =>
      answering(deps, callback, async () => ({
        user: await signIn(deps, { name: username ?? '', password: password ?? '' }, remoteAddress),
      })),
    onMailFrom: ({ address }, session, callback) =>
      answering(deps, callback, async () => {
        const account = await currentSender(deps, session)
        if (!(await isOwnAddress(deps, { account, address })))
          throw new SmtpReply(
            553,
            '5.7.1',
            `You are signed in as ${account.email} and can send only from your own addresses.`,
          )
      }),
    onRcptTo: ({ address }, { envelope }, callback) =>
      answering(deps, callback, async () => {
        if (envelope.rcptTo.length >= maxRecipients)
          throw new SmtpReply(452, '4.5.3', `A message has at most ${maxRecipients} recipients.`)
        await readRecipient(deps, address)
      }),
    onData: (stream, session, callback) =>
      answering(deps, callback, async () => {
        const pieces = stream[Symbol.asyncIterator]()
        try {
          const { mailFrom, rcptTo } = session.envelope
          const to = await Promise.all(rcptTo.map(({ address }) => readRecipient(deps, address)))
          async function* content() {
            for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
            if (stream.sizeExceeded) throw replies.tooLarge(maxMessageBytes)
          }
          const id = await acceptSubmission(deps, {
            account: await currentSender(deps, session),
            sender: (mailFrom && readAddress(mailFrom.address)) || '',
            recipients: [...new Set(to)],
            content: content(),
          })
          return `2.0.0 Accepted as ${id}`
        } finally {
          // Unread data precedes the reply to this message.
          const end = { done: true }
          while (!(await pieces.next().catch(() => end)).done);
        }
      }),
  }
  return on
}

async function listen(server: SMTPServer, { env }: Deps): Promise<number> {
  const { HOST: host, MAIL_SUBMISSION_PORT: port } = env
  const at = { host, port, setting: 'MAIL_SUBMISSION_PORT', orElse: 'to auto, or to 0 (off)' }
  await listenAt(at, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.server.once('error', reject)
    server.listen(port === 'auto' ? 0 : port, host, resolve)
    return promise
  })
  return (server.server.address() as AddressInfo).port
}

/** Accepts mail from customers' mail programs until it is stopped. @throws Error with one line when it cannot listen */
export async function startSubmission(deps: Deps): Promise<Running> {
  if (deps.env.MAIL_SUBMISSION_PORT === 0) return {}
  const name = mailNameOf(deps)
  const certificates = await followMailCertificates(deps, name)
  const server = createSmtpServer(
    {
      ...handlersOf(deps),
      name,
      own: certificates.own,
      findContext: (host) => certificates.find(host),
      authMethods: ['PLAIN', 'LOGIN'],
      size: maxMessageBytes,
      places: createSlots(places),
      closeTimeout: second,
    },
    (error) => deps.log.debug('mail program connection lost', { error: error.message }),
  )
  const port = await listen(server, deps)
  deps.mailPorts.submission = port
  deps.log.info('mail submission listening', { port })
  return {
    async stop() {
      deps.mailPorts.submission = null
      await new Promise<void>((resolve) => server.close(resolve))
      await certificates.close()
    },
  }
}
