import type { Folder } from '#features/mailboxes/contract/rules.ts'
import type { TestApp } from './app.ts'

type Place = { userId: string; accountId: string }
type Wish = {
  id?: string
  folder?: Folder
  subject?: string
  threadId?: string
  messageId?: string
  receivedAt?: Date
}

/** A message with CRLF line ends. */
export const mailOf = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`

/** Puts a message into a mailbox, as a file and a row. */
export async function fileMessage(app: TestApp, place: Place, raw: string, wish: Wish = {}): Promise<string> {
  const { folder = 'inbox', subject = 'Hello', receivedAt = app.deps.now(), messageId } = wish
  const content = async function* () {
    yield new TextEncoder().encode(raw)
  }
  const filed = await app.deps.mailboxes.deliver(place, folder, content())
  const id = wish.id ?? Bun.randomUUIDv7()
  const row = {
    ...place,
    ...filed,
    id,
    folder,
    subject,
    messageId: messageId ?? null,
    threadId: wish.threadId ?? id,
    fromName: 'Bob',
    fromAddress: 'bob@elsewhere.example',
    receivedAt,
    filedAt: receivedAt,
  }
  await app.store.tx((tx) => tx.insert(tx.t.emailMessages).values(row))
  return id
}
