import { addressKey } from '#features/mailboxes/contract/address.ts'
import { formatMoment } from '#shared/time.ts'
import type { OpenMessage } from '../../contract.ts'
import type { ComposeStart } from '../compose-start.ts'

/** A message being written; its addresses as text. */
export type Draft = {
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  /** The message to reply to. */
  inReplyTo?: string
  /** The message whose attachments to copy. */
  forwardOf?: string
}

const emptyDraft: Draft = {
  to: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
}

const maxQuoted = 100_000

const prefixed = (prefix: string, subject: string): string =>
  subject.toLowerCase().startsWith(prefix.toLowerCase()) ? subject : `${prefix} ${subject}`.trim()

const sender = ({ from: { name, address } }: OpenMessage): string => (name ? `${name} <${address}>` : address)

const quoted = (text: string): string =>
  text
    .slice(0, maxQuoted)
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')

type Person = { address: string }

/** The addresses of people, as the text of a field. */
const addressed = (people: readonly Person[]): string =>
  people
    .map(({ address }) => address)
    .filter((address) => address.includes('@'))
    .join(', ')

const recipientsOf = ({ folder, people, from }: OpenMessage): string =>
  folder === 'sent' ? addressed(people.to) : addressed(people.replyTo) || from.address

/** An address without a `+tag`, its domain in A-labels, so that equal ones compare as equal. */
const plainForm = (address: string): string => {
  const known = addressKey(address)
  const at = known.lastIndexOf('@')
  return at < 0 ? known : `${known.slice(0, at).replace(/\+.*$/s, '')}${known.slice(at)}`
}

/**
 * Everyone else in To and Cc, once each (RFC 5322 section 3.6.3): without the mailbox's own addresses and the recipients of the
 * reply.
 */
function othersOf(
  { folder, people }: OpenMessage,
  { own, to }: { own: readonly string[]; to: string },
): Person[] {
  const seen = new Set([...own, ...to.split(', ')].map(plainForm))
  const named = folder === 'sent' ? people.cc : [...people.to, ...people.cc]
  return named.filter(({ address }) => {
    const form = plainForm(address)
    if (seen.has(form)) return false
    seen.add(form)
    return true
  })
}

/** A reply to Reply-To or the sender, on request to everyone else too, with the quoted text. */
export function replyTo(
  message: OpenMessage,
  { own, toAll }: { own: readonly string[]; toAll: boolean },
): Draft {
  const to = recipientsOf(message)
  return {
    ...emptyDraft,
    to,
    cc: toAll ? addressed(othersOf(message, { own, to })) : '',
    subject: prefixed('Re:', message.subject),
    text: `\n\nOn ${formatMoment(message.receivedAt)}, ${sender(message)} wrote:\n${quoted(message.text)}\n`,
    inReplyTo: message.id,
  }
}

/** A forwarded message. */
export const forwardDraft = (message: OpenMessage): Draft => ({
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
  ...(message.attachmentCount > 0 ? { forwardOf: message.id } : {}),
})

type Writer = {
  /** The addresses that deliver to the mailbox. */
  own: readonly string[]
  signature: string
}

/** A text with the signature above the quote, below a separator line (RFC 3676 section 4.3). */
const signed = (text: string, signature: string): string =>
  signature ? `\n\n-- \n${signature}${text}` : text

/** The initial draft. */
export function draftOf(start: Exclude<ComposeStart, { kind: 'draft' }>, { own, signature }: Writer): Draft {
  const draft =
    start.kind === 'new'
      ? emptyDraft
      : start.how === 'forward'
        ? forwardDraft(start.message)
        : replyTo(start.message, { own, toAll: start.how === 'everyone' })
  return { ...draft, text: signed(draft.text, signature) }
}
