import type { Description } from '#features/mailboxes/filing/record.ts'
import { attachmentsOf } from '../message/attachments.ts'
import { type Field, idsIn, maxIdLength, textOf, valuesOf } from '../message/head.ts'
import { firstContent, hasText, heldContent } from '../message/held.ts'
import { oneLine, snippetLength, snippetOf } from '../message/one-line.ts'
import type { Message, Part } from '../message/parts.ts'
import { peopleIn } from '../message/people.ts'
import { possibleNames } from '../message/possible-names.ts'
import { nameOf, shownText } from '../message/texts.ts'
import { walkContent } from '../message/walk.ts'
import { decodeWords } from '../message/words.ts'
import { readDraftMark } from './draft-mark.ts'

/** The description of a message for its row and the rules. */
export type ReadMessage = Description & {
  /** Attachment names given by the sender. */
  attachments: string[]
  /** Every name that any program may give to a part of it. */
  possibleNames: string[]
  /** Whether it has the test text of spam filters. */
  isTest: boolean
  /** Whether it has more parts or levels than the reader handles. */
  isOverbuilt: boolean
  /** The draft that this file belongs to, as the portal noted in it. */
  draftId: string | null
}

const maxSubject = 500
const maxTo = 1_000

/** The same for a reply as for its original: the first message of the conversation has no References. */
function threadOf(fields: readonly Field[], messageId: string | null): string {
  const [root = idsIn(textOf(fields, 'in-reply-to'))[0] ?? messageId] = valuesOf(
    fields,
    'references',
  ).flatMap(idsIn)
  const seed = root ?? Bun.randomUUIDv7()
  return new Bun.CryptoHasher('sha256').update(seed).digest('hex').slice(0, 32)
}

/** The GTUBE text, which every spam filter treats as spam, for testing (https://spamassassin.apache.org/gtube/). */
const testText = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

const isText = ({ isContainer, type }: Part): boolean => !isContainer && /^(text|message)\//.test(type)

const hasTestText = ({ parts }: Message): boolean =>
  parts.filter(isText).some((part) => hasText(part, testText, ['XJS', 'GTUBE']))

/** The snippet, from the beginning of each text when that is enough: in HTML the words may come late. */
function snippetIn(message: Message): string {
  const snippet = snippetOf(shownText(message, { contentOf: firstContent, enough: 600 }))
  if (snippet.length >= snippetLength) return snippet
  return snippetOf(shownText(message, { contentOf: heldContent, enough: 20_000 }))
}

/** Reads a message once, for its row and the rules; damaged parts leave their columns empty. */
export async function describeMessage(content: () => AsyncIterable<Uint8Array>): Promise<ReadMessage> {
  const message = await walkContent(content())
  const fields = message.parts[0]?.fields ?? []
  const [from = { name: '', address: '' }] = peopleIn(fields, 'from')
  const people = peopleIn(fields, 'to')
  const messageId = idsIn(textOf(fields, 'message-id'))[0] ?? null
  const attachments = attachmentsOf(message)
  const described = {
    messageId: messageId && oneLine(messageId, maxIdLength),
    threadId: threadOf(fields, messageId),
    fromName: from.name,
    fromAddress: from.address,
    toText: oneLine(people.map(({ name, address }) => name || address).join(', '), maxTo),
    subject: oneLine(decodeWords(textOf(fields, 'subject')), maxSubject),
    snippet: snippetIn(message),
    attachmentCount: attachments.length,
  }
  return {
    described,
    attachments: attachments.map(nameOf).filter((name) => name !== ''),
    ...possibleNames(message),
    isTest: hasTestText(message),
    draftId: readDraftMark(fields)?.id ?? null,
    isReceived: fields.some(({ name }) => name === 'return-path'),
  }
}
