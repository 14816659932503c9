import { statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { maxMessageBytes } from '#features/mailboxes/contract/rules.ts'
import { countUnstored } from '#features/mailboxes/filing/record.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import { isFull } from '#features/mailboxes/storage/maildir.ts'
import type { Deps } from '#server/context.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import type { MailFilters } from '../checks/filters.ts'
import { readFields } from '../message/head.ts'
import { isFirstOf, Loop } from '../sending/loop.ts'
import { Refusal } from '../sending/transports/transport.ts'
import { replies, SmtpReply } from '../smtp/reply.ts'
import { acceptMessage, accountsOf } from './accept.ts'
import { examineMessage } from './examine.ts'
import { assertFits, type FoundRecipient, findRecipient, stillOpen } from './find-recipient.ts'
import { receiveStream } from './intake.ts'
import type { createSenderLimits } from './sender-limits.ts'
import { traced, withoutLoops } from './trace.ts'

export type Receiving = Deps & {
  filters: MailFilters
  /** The name of this server. */
  name: string
  limits: ReturnType<typeof createSenderLimits>
}

const isPlain = (text: string): boolean => /^[\x21-\x7e]*$/.test(text)

/** Turns a failure into a reply; unexpected ones are logged, and the client may retry. */
function asReply({ log }: Receiving, error: unknown): SmtpReply {
  if (error instanceof SmtpReply) return error
  if (error instanceof Refusal)
    return new SmtpReply(error.isFinal ? 554 : 451, error.status, error.message.slice(0, 300))
  if (isFull(error)) return replies.diskFull()
  warnOf(log, 'mail not received', error)
  return replies.failed()
}

async function assertRoom(dataDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < diskFloorBytes + bytes) throw replies.diskFull()
}

const sizeOf = (session: SMTPServerSession): number => {
  const { mailFrom } = session.envelope
  const { SIZE } = (mailFrom ? mailFrom.args : null) || {}
  return Number(SIZE) || 0
}

/** RFC 6531 section 3.4: `ESMTPS` and the like, or `UTF8SMTPS` for messages that need it. */
const protocolOf = ({ transmissionType, envelope }: SMTPServerSession): string =>
  envelope.smtpUtf8 ? transmissionType.replace('ESMTP', 'UTF8SMTP') : transmissionType

/** The address of a recipient, and the one that marks its forwarded mail. */
const addressesOf = (found: FoundRecipient): string[] =>
  found.kind === 'account' ? [found.address, found.row.email] : [found.address]

async function receiveMessage(
  deps: Receiving,
  stream: Readable,
  session: SMTPServerSession,
  named: readonly FoundRecipient[],
) {
  const { env, now, name } = deps
  const { mailFrom } = session.envelope
  const intake = await receiveStream(stream, { dataDir: env.DATA_DIR, maxBytes: maxMessageBytes })
  try {
    const fields = readFields(intake.head)
    const found = withoutLoops(fields, await stillOpen(deps, named), addressesOf)
    const accounts = accountsOf(found)
    const recipients = found.map(({ address }) => address)
    // Several share one reply: a client admitted before the limit may send one message too many.
    const [only] = accounts
    if (only?.isKept && found.length === 1) assertFits(only.row, intake.sizeBytes)
    const sender = mailFrom ? mailFrom.address : ''
    const sending = { address: session.remoteAddress, helo: session.hostNameAppearsAs || '', sender }
    const rows = accounts.map(({ row }) => row)
    const refused = () => countUnstored(deps, rows, 'refused')
    const examined = await examineMessage(deps, { intake, fields, sending, recipients, refused })
    const { checks, description } = examined
    const isForwarded = found.some(({ kind }) => kind !== 'bounce')
    if (checks.spamReasons.length > 0 && isForwarded && !accounts.some(({ isKept }) => isKept)) {
      await refused()
      throw replies.spam('The message looks like spam and is not forwarded.')
    }
    const passage = { ...sending, name, id: session.id, at: now(), protocol: protocolOf(session), recipients }
    const content = traced({ fields, rest: intake.rest }, passage, examined.fields)
    await acceptMessage(deps, { content, sender, checks, description, recipients: found })
  } finally {
    await intake.drop()
  }
}

/** The reply to an accepted message. */
async function receive(
  deps: Receiving,
  ...message: [Readable, SMTPServerSession, readonly FoundRecipient[]]
) {
  try {
    await receiveMessage(deps, ...message)
    return '2.0.0 Message accepted.'
  } catch (error) {
    // The rejected server creates a report, and one copy is enough for it.
    if (!(error instanceof Loop) || (await deps.store.tx((tx) => isFirstOf(tx, error, deps.now()))))
      throw error
    return '2.0.0 This is another copy of a message in a mail loop.'
  }
}

type Handlers = Required<Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'>>

/** The handlers of outside connections. */
export function createReceiver(deps: Receiving): Handlers {
  const { limits } = deps
  // Every message and every RSET starts a new envelope.
  const found = new WeakMap<object, Map<string, FoundRecipient>>()
  const answer = (work: Promise<unknown>, callback: (error?: Error | null) => void) =>
    void work.then(
      () => callback(),
      (error) => callback(asReply(deps, error)),
    )
  const begin = async (session: SMTPServerSession, address: string) => {
    limits.message(session.remoteAddress)
    if (!isPlain(address) && !session.envelope.smtpUtf8)
      throw new SmtpReply(553, '5.6.7', 'This address requires SMTPUTF8.')
    await assertRoom(deps.env.DATA_DIR, sizeOf(session))
  }
  const name = async (session: SMTPServerSession, address: string) => {
    const { mailFrom } = session.envelope
    const asked = {
      address,
      sender: mailFrom ? mailFrom.address : '',
      client: session.remoteAddress,
      sizeBytes: sizeOf(session),
    }
    try {
      const recipient = await findRecipient(deps, asked)
      const known = found.get(session.envelope) ?? new Map()
      found.set(session.envelope, known.set(address.toLowerCase(), recipient))
    } catch (error) {
      const isUnknown = error instanceof SmtpReply && /^5\.(1\.1|7\.1) /.test(error.message)
      if (isUnknown) await Bun.sleep(limits.unknown(session.remoteAddress))
      throw error
    }
  }
  return {
    onConnect(session, callback) {
      try {
        limits.connect(session.remoteAddress)
        callback()
      } catch (error) {
        callback(asReply(deps, error))
      }
    },
    onMailFrom: ({ address }, session, callback) => answer(begin(session, address), callback),
    onRcptTo: ({ address }, session, callback) => answer(name(session, address), callback),
    onData(stream, session, callback) {
      const recipients = [...(found.get(session.envelope)?.values() ?? [])]
      receive(deps, stream, session, recipients).then(
        (said) => callback(null, said),
        (error) => callback(stream.errored ? replies.failed() : asReply(deps, error)),
      )
    },
  }
}
