import { formatMoment } from '#shared/time.ts'
import type { OpenMessage } from '../contract.ts'

/** A message that is being written; its addresses as text. */
export type Draft = {
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  /** The message that is answered. */
  inReplyTo: string | undefined
  /** Parts of the message that are left out. */
  note: string | undefined
}

export const emptyDraft: Draft = {
  to: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
  inReplyTo: undefined,
  note: undefined,
}

const maxQuoted = 100_000

const prefixed = (prefix: string, subject: string): string =>
  subject.toLowerCase().startsWith(prefix.toLowerCase()) ? subject : `${prefix} ${subject}`.trim()

const sender = ({ from: { name, address } }: OpenMessage): string => (name ? `${name} <${address}>` : address)

const quoted = (text: string): string =>
  text
    .slice(0, maxQuoted)
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')

/** The addresses of people, for the field that names them. */
const addressed = (people: readonly { address: string }[]): string =>
  people
    .map(({ address }) => address)
    .filter((address) => address.includes('@'))
    .join(', ')

const recipientsOf = ({ folder, people, from }: OpenMessage): string =>
  folder === 'sent' ? addressed(people.to) : addressed(people.replyTo) || from.address

/** An answer to whoever the message says, with its text below. */
export const answerTo = (message: OpenMessage): Draft => ({
  ...emptyDraft,
  to: recipientsOf(message),
  subject: prefixed('Re:', message.subject),
  text: `\n\nOn ${formatMoment(message.receivedAt)}, ${sender(message)} wrote:\n${quoted(message.text)}\n`,
  inReplyTo: message.id,
})

/** The message as it is passed on to somebody else. */
export const passOn = (message: OpenMessage): Draft => ({
  ...emptyDraft,
  subject: prefixed('Fwd:', message.subject),
  text: [
    '\n\n---------- Forwarded message ----------',
    `From: ${sender(message)}`,
    `Date: ${formatMoment(message.receivedAt)}`,
    `Subject: ${message.subject}`,
    `To: ${message.to}`,
    '',
    message.text.slice(0, maxQuoted),
  ].join('\n'),
  note: message.attachmentCount > 0 ? 'Attachments are not forwarded, only the text.' : undefined,
})
