import type { Folder } from '#features/mailboxes/contract/rules.ts'
import type { TestApp } from './app.ts'

type MailboxRef = { userId: string; accountId: string }
type MessageOptions = {
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
export async function fileMessage(
  app: TestApp,
  mailbox: MailboxRef,
  raw: string,
  options: MessageOptions = {},
): Promise<string> {
  const { folder = 'inbox', subject = 'Hello', receivedAt = app.deps.now(), messageId } = options
  const content = async function* () {
    yield new TextEncoder().encode(raw)
  }
  const filed = await app.deps.mailboxes.deliver(mailbox, folder, content())
  const id = options.id ?? Bun.randomUUIDv7()
  const row = {
    ...mailbox,
    ...filed,
    id,
    folder,
    subject,
    messageId: messageId ?? null,
    threadId: options.threadId ?? id,
    fromName: 'Bob',
    fromAddress: 'bob@elsewhere.example',
    receivedAt,
    filedAt: receivedAt,
  }
  await app.store.tx((tx) => tx.insert(tx.t.emailMessages).values(row))
  return id
}
