import { addressesIn } from '../../checks/authors.ts'
import { type Field, named } from '../../message/head.ts'
import type { Head } from '../head.ts'

const hidden = ['bcc', 'resent-bcc', 'return-path', 'delivered-to']

/** A head that says who wrote, in the fields of RFC 5322; else why it does not. */
export type ReadWriter = { writers: string[] } | { fault: string }

/** An address that one program shows and the next one overlooks, as in `<ada@a.example> boss@b.example`. */
const isAmbiguous = ({ value }: Field): boolean =>
  (value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/@/g) ?? []).length > addressesIn(value).length

/** Who wrote the message, by From and Sender; every one of them has to be the account's own address. */
export function readWriters({ fields }: Head): ReadWriter {
  const [from, ...others] = named(fields, 'from')
  if (!from) return { fault: 'The message has no From.' }
  const senders = named(fields, 'sender')
  if (others.length > 0 || senders.length > 1)
    return { fault: 'The message has more than one From or Sender.' }
  if ([from, ...senders].some(isAmbiguous))
    return { fault: 'The From of the message can be read in two ways.' }
  const writers = [from, ...senders].flatMap(({ value }) => {
    const found = addressesIn(value)
    return found.length > 0 ? found : ['']
  })
  return { writers }
}

export type Stamp = { id: string; host: string; domain: string; date: Date }

const mailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

/** The head as it leaves: without hidden recipients, with a Message-ID, a Date and where it was handed over. */
export function composeHead(head: Head, { id, host, domain, date }: Stamp): Buffer {
  const has = (name: string) => named(head.fields, name).length > 0
  const kept = head.fields.filter(({ name }) => !hidden.includes(name))
  const lines = [
    `Received: by ${host} with ESMTPSA id ${id};\r\n\t${mailDate(date)}`,
    ...kept.map(({ raw }) => raw),
    ...(has('date') ? [] : [`Date: ${mailDate(date)}`]),
    ...(has('message-id') ? [] : [`Message-ID: <${id}@${domain}>`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
