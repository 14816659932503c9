import { addressesIn } from '../../checks/authors.ts'
import { type Field, named } from '../../message/head.ts'
import type { Head } from '../head.ts'

const hidden = ['bcc', 'resent-bcc', 'return-path', 'delivered-to']

/** A header with valid author fields (RFC 5322); else the reason. */
export type ReadWriter = { writers: string[] } | { fault: string }

/** An address that some programs show and others overlook, as in `<ada@a.example> boss@b.example`. */
const isAmbiguous = ({ value }: Field): boolean =>
  (value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/@/g) ?? []).length > addressesIn(value).length

/** The authors in From and Sender; all of them must be the account's own addresses. */
export function readWriters({ fields }: Head): ReadWriter {
  const [from, ...others] = named(fields, 'from')
  if (!from) return { fault: 'The message has no From address.' }
  const senders = named(fields, 'sender')
  if (others.length > 0 || senders.length > 1)
    return { fault: 'The message has more than one From or Sender.' }
  if ([from, ...senders].some(isAmbiguous)) return { fault: 'The From address of the message is ambiguous.' }
  const writers = [from, ...senders].flatMap(({ value }) => {
    const found = addressesIn(value)
    return found.length > 0 ? found : ['']
  })
  return { writers }
}

export type Stamp = { id: string; host: string; domain: string; date: Date }

const mailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

/** The header to send: without hidden recipients, with Message-ID, Date and Received. */
export function composeHead(head: Head, { id, host, domain, date }: Stamp): Buffer {
  const has = (name: string) => named(head.fields, name).length > 0
  const visible = head.fields.filter(({ name }) => !hidden.includes(name))
  const lines = [
    `Received: by ${host} with ESMTPSA id ${id};\r\n\t${mailDate(date)}`,
    ...visible.map(({ raw }) => raw),
    ...(has('date') ? [] : [`Date: ${mailDate(date)}`]),
    ...(has('message-id') ? [] : [`Message-ID: <${id}@${domain}>`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
