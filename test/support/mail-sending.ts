import { text } from 'node:stream/consumers'
import {
  type Letter,
  Refusal,
  type Transport,
} from '#features/mail-transport/sending/transports/transport.ts'
import type { TestApp } from './app.ts'
import type { MailOwner } from './email.ts'

type Sent = Pick<Letter, 'sender' | 'recipient'> & { raw: string }

/** A transport that stores sent mail, and refuses recipients as the test asks. */
export function createFakeTransport() {
  const sent: Sent[] = []
  const refused = new Map<string, { isFinal: boolean; status: string; said: string }>()
  const transport: Transport = {
    name: 'test',
    mode: 'remote',
    way: 'direct',
    async send(_, { sender, recipient, open }) {
      const refusal = refused.get(recipient)
      if (refusal) throw new Refusal(refusal.isFinal, refusal.status, refusal.said)
      sent.push({ sender, recipient, raw: await text(open()) })
    },
    check: async () => ({ isHealthy: true, version: null, message: null }),
  }
  return { transport, sent, refused }
}

async function* bytesOf(raw: string) {
  yield Buffer.from(raw)
}

/** A queued message as if the account had sent it. */
export async function enqueue(
  { deps }: TestApp,
  { userId }: Pick<MailOwner, 'userId'>,
  { account, to, raw }: { account: { id: string; email: string }; to: string[]; raw?: string },
): Promise<string[]> {
  const kept = await deps.mailQueue.store(
    bytesOf(
      raw ??
        `From: <${account.email}>\nTo: ${to.join(', ')}\nSubject: Hello\nMessage-ID: <1@x.test>\n\nHi.\n`,
    ),
  )
  return deps.store.tx((tx) =>
    deps.mailQueue.enqueue(tx, {
      owner: { userId, accountId: account.id },
      kind: 'message',
      sender: account.email,
      recipients: to,
      subject: 'Hello',
      ...kept,
    }),
  )
}

/** The inbox of an account, as files. */
export async function inboxOf({ deps }: TestApp, { userId }: Pick<MailOwner, 'userId'>, accountId: string) {
  const box = { userId, accountId }
  const found: string[] = []
  for await (const { folder, file } of deps.mailboxes.list(box))
    if (folder === 'inbox') found.push((await (await deps.mailboxes.open(box, folder, file))?.text()) ?? '')
  return found
}
