import { named } from '../message/head.ts'
import { readHead } from './head.ts'

export type Report = {
  /** `delayed`: retries continue. */
  what: 'failed' | 'delayed'
  /** The sender of the message, who gets the report. */
  sender: string
  recipient: string
  subject: string
  /** RFC 3463 */
  status: string
  /** The last reply of the server, or our reason; on one line. */
  said: string
  queuedAt: Date
  /** The message itself, if it still exists. */
  content: Blob | null
  /** The id of the report. */
  id: string
  /** The reporting server, and the domain of the report's sender. */
  reporter: string
  domain: string
  now: Date
}

const mailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?')
/** The type of an address in a report: a non-ASCII one has its own (RFC 6533). */
const typed = (address: string): string =>
  /^[\x20-\x7e]*$/.test(address) ? `rfc822; ${address}` : `utf-8; ${address}`

const words = {
  failed: {
    subject: 'Your message could not be delivered',
    action: 'failed',
    text: (recipient: string) =>
      `Your message to ${recipient} could not be delivered. We will not try again.`,
  },
  delayed: {
    subject: 'Your message is delayed',
    action: 'delayed',
    text: (recipient: string) =>
      `Your message to ${recipient} has not been delivered yet. We will keep trying for two days, so you do not need to send it again.`,
  },
} as const

/** Fields that identify the message, without hidden recipients. */
async function headOf(content: Blob | null): Promise<string> {
  const { fields = [] } = content ? ((await readHead(content.stream())) ?? {}) : {}
  const shown = ['from', 'to', 'cc', 'date', 'subject', 'message-id', 'in-reply-to', 'references']
  return shown
    .flatMap((name) => named(fields, name).slice(0, 1))
    .map(({ raw }) => `${raw}\r\n`)
    .join('')
}

/** A delivery report for the sender and for programs (RFC 3464), marked so that no auto-reply answers it (RFC 3834). */
export async function composeReport(report: Report): Promise<Uint8Array> {
  const { what, sender, recipient, subject, status, said, queuedAt, content, id, reporter, domain, now } =
    report
  const { subject: title, action, text } = words[what]
  const boundary = `report-${id}`
  const part = (type: string, lines: string[]) => [`--${boundary}`, `Content-Type: ${type}`, '', ...lines, '']
  const lines = [
    `From: Mail Delivery System <MAILER-DAEMON@${domain}>`,
    `To: <${sender}>`,
    `Subject: ${title}`,
    `Date: ${mailDate(now)}`,
    `Message-ID: <${id}@${reporter}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    ...part('text/plain; charset=utf-8', [
      text(recipient),
      '',
      `Reason: ${said}`,
      '',
      `Subject: ${subject}`,
      `Sent: ${mailDate(queuedAt)}`,
    ]),
    ...part('message/delivery-status', [
      `Reporting-MTA: dns; ${reporter}`,
      `Arrival-Date: ${mailDate(queuedAt)}`,
      '',
      `Final-Recipient: ${typed(recipient)}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${ascii(said)}`,
    ]),
  ]
  const head = await headOf(content)
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n--${boundary}\r\nContent-Type: text/rfc822-headers\r\n\r\n`),
    Buffer.from(head, 'latin1'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}
