import { addressParser, decodeWords } from 'postal-mime'
import { type Field, readFields, textOf, valuesOf } from './head.ts'
import { scanMessage } from './mime-scan.ts'

/** What the row of a message says of its content. */
type Described = {
  messageId: string | null
  threadId: string
  fromName: string
  fromAddress: string
  toText: string
  subject: string
  snippet: string
  attachmentCount: number
}

export type Description = {
  described: Described
  /** Names of the attachments; empty for one without. */
  attachments: string[]
  /** Whether it came by mail, and was not put here by a program of its reader. */
  isReceived: boolean
}

const maxHeadBytes = 524_288
const maxSubject = 500
const maxName = 200
const maxAddress = 320
const maxTo = 1_000
const snippetLength = 200
const maxIdLength = 998

/** One line of whole characters in NFC that both engines can store. */
const tidy = (text: string, length: number): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed()

type Person = { name: string; address: string }

function readPeople(value: string): Person[] {
  try {
    return addressParser(value, { flatten: true }).map((each) => ({
      name: tidy(decodeWords(each.name ?? ''), maxName),
      address: tidy('address' in each ? (each.address ?? '') : '', maxAddress),
    }))
  } catch {
    return [{ name: tidy(value, maxName), address: '' }]
  }
}

const idsIn = (value: string): string[] =>
  [...value.matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) => id.slice(0, maxIdLength))

/** The same for an answer as for what it answers: the first message of the conversation has no References. */
function threadOf(fields: readonly Field[], messageId: string | null): string {
  const [root = idsIn(textOf(fields, 'in-reply-to'))[0] ?? messageId] = valuesOf(
    fields,
    'references',
  ).flatMap(idsIn)
  const seed = root ?? Bun.randomUUIDv7()
  return new Bun.CryptoHasher('sha256').update(seed).digest('hex').slice(0, 32)
}

async function readHead(content: AsyncIterable<Uint8Array>): Promise<Field[]> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of content) {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end >= 0) return readFields(bytes.subarray(0, end))
    if (bytes.length > maxHeadBytes) break
  }
  const unix = bytes.indexOf('\n\n')
  // Other programs may have put a file here with line ends of their own.
  const head = unix >= 0 ? bytes.subarray(0, unix) : bytes.subarray(0, maxHeadBytes)
  return readFields(Buffer.from(head.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1'))
}

/** Reads a message twice, for its row; what is damaged in it leaves its part of the row empty. */
export async function describeMessage(content: () => AsyncIterable<Uint8Array>): Promise<Description> {
  const fields = await readHead(content())
  const { attachments, text } = await scanMessage(content())
  const [from = { name: '', address: '' }] = readPeople(textOf(fields, 'from'))
  const people = readPeople(textOf(fields, 'to'))
  const messageId = idsIn(textOf(fields, 'message-id'))[0] ?? null
  const described = {
    messageId: messageId && tidy(messageId, maxIdLength),
    threadId: threadOf(fields, messageId),
    fromName: from.name,
    fromAddress: from.address,
    toText: tidy(people.map(({ name, address }) => name || address).join(', '), maxTo),
    subject: tidy(decodeWords(textOf(fields, 'subject')), maxSubject),
    snippet: tidy(text, snippetLength),
    attachmentCount: attachments.length,
  }
  return { described, attachments, isReceived: fields.some(({ name }) => name === 'return-path') }
}
