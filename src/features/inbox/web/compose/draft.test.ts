import { expect, test } from 'bun:test'
import type { OpenMessage } from '../../contract.ts'
import { answerTo, draftOf, passOn } from './draft.ts'

const message: OpenMessage = {
  id: '0190a000-0000-7000-8000-000000000001',
  folder: 'inbox',
  threadId: 't',
  from: { name: 'Ravi Iyer', address: 'ravi@elsewhere.example' },
  to: 'asha@temple.example',
  cc: '',
  subject: 'An order',
  snippet: 'Twelve',
  size: 12,
  attachmentCount: 0,
  isSeen: true,
  isAnswered: false,
  isFlagged: false,
  receivedAt: '2026-11-20T06:30:00.000Z',
  replyTo: null,
  people: { to: [{ name: 'Asha', address: 'asha@temple.example' }], cc: [], replyTo: [] },
  text: 'Twelve\n> eleven',
  html: null,
  hasRemoteContent: false,
  attachments: [],
  checks: { spf: null, dkim: null, dmarc: null },
  spamReasons: [],
  messageIdHeader: null,
}

const own = ['asha@temple.example', 'office@temple.example']
const answer = (changes: Partial<OpenMessage> = {}, toAll = false) =>
  answerTo({ ...message, ...changes }, { own, toAll })
const to = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

test('an answer goes to the sender, names what it answers, and quotes it', () => {
  const draft = answer()
  expect(draft).toMatchObject({
    to: 'ravi@elsewhere.example',
    subject: 'Re: An order',
    inReplyTo: message.id,
  })
  expect(draft.text).toContain('> Twelve\n>> eleven')
})

test('an answer goes where the message asks for it, and of a sent one to whom that went', () => {
  const two = [
    { name: 'Desk, Help', address: 'desk@elsewhere.example' },
    { name: '', address: 'lee@elsewhere.example' },
  ]
  const none = { to: [], cc: [], replyTo: [] }
  expect(answer({ people: { ...none, replyTo: two } }).to).toBe(
    'desk@elsewhere.example, lee@elsewhere.example',
  )
  expect(answer({ folder: 'sent', people: { ...none, to: two } }).to).toBe(
    'desk@elsewhere.example, lee@elsewhere.example',
  )
  expect(answer({ people: { ...none, replyTo: to('') } }).to).toBe('ravi@elsewhere.example')
})

test('an answer to everyone names each once, and neither the mailbox nor its aliases', () => {
  const people = {
    to: to('Asha+orders@Temple.example', 'lee@elsewhere.example', 'ravi@elsewhere.example'),
    cc: to('office@temple.example', 'LEE@elsewhere.example', 'meera@elsewhere.example'),
    replyTo: [],
  }
  expect(answer({ people }, true)).toMatchObject({
    to: 'ravi@elsewhere.example',
    cc: 'lee@elsewhere.example, meera@elsewhere.example',
  })
  expect(answer({ people }).cc).toBe('')
})

test('an answer to everyone goes where the message asks for it, and to those it names', () => {
  const people = {
    to: to('asha@temple.example', 'lee@elsewhere.example'),
    cc: [],
    replyTo: to('list@elsewhere.example'),
  }
  expect(answer({ people }, true)).toMatchObject({
    to: 'list@elsewhere.example',
    cc: 'lee@elsewhere.example',
  })
})

test('an answer to everyone of a sent message goes to whom that went', () => {
  const people = { to: to('lee@elsewhere.example'), cc: to('meera@elsewhere.example'), replyTo: [] }
  expect(
    answer({ folder: 'sent', from: { name: '', address: 'asha@temple.example' }, people }, true),
  ).toMatchObject({
    to: 'lee@elsewhere.example',
    cc: 'meera@elsewhere.example',
  })
})

test('a subject gets its prefix once', () => {
  expect(answer({ subject: 'RE: An order' }).subject).toBe('RE: An order')
  expect(passOn({ ...message, subject: '' }).subject).toBe('Fwd:')
})

test('a message that is passed on is to nobody yet, answers nothing, and takes its attachments along', () => {
  const draft = passOn({ ...message, attachmentCount: 1 })
  expect(draft).toMatchObject({ to: '', forwardOf: message.id })
  expect(draft.inReplyTo).toBeUndefined()
  expect(draft.text).toContain('From: Ravi Iyer <ravi@elsewhere.example>')
  expect(passOn(message).forwardOf).toBeUndefined()
})

test('a signature stands below a line of two hyphens and a space, above what is quoted', () => {
  const writer = { own, signature: 'Asha\nTemple' }
  expect(draftOf({ kind: 'new' }, writer).text).toBe('\n\n-- \nAsha\nTemple')
  expect(draftOf({ kind: 'answer', message, how: 'sender' }, writer).text).toStartWith(
    '\n\n-- \nAsha\nTemple\n\nOn ',
  )
  expect(draftOf({ kind: 'new' }, { own, signature: '' }).text).toBe('')
})
