import { expect, test } from 'bun:test'
import type { OpenMessage } from '../../contract.ts'
import { draftOf, forwardDraft, replyTo } from './draft.ts'

const message: OpenMessage = {
  id: '0190a000-0000-7000-8000-000000000001',
  folder: 'inbox',
  threadId: 't',
  from: { name: 'Ravi Iyer', address: 'ravi@partner.example' },
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
  replyTo({ ...message, ...changes }, { own, toAll })
const to = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

test('a reply goes to the sender, refers to its original, and quotes it', () => {
  const draft = answer()
  expect(draft).toMatchObject({
    to: 'ravi@partner.example',
    subject: 'Re: An order',
    inReplyTo: message.id,
  })
  expect(draft.text).toContain('> Twelve\n>> eleven')
})

test('a reply goes to Reply-To, and for a sent message to its recipients', () => {
  const two = [
    { name: 'Desk, Help', address: 'desk@partner.example' },
    { name: '', address: 'lee@partner.example' },
  ]
  const none = { to: [], cc: [], replyTo: [] }
  expect(answer({ people: { ...none, replyTo: two } }).to).toBe('desk@partner.example, lee@partner.example')
  expect(answer({ folder: 'sent', people: { ...none, to: two } }).to).toBe(
    'desk@partner.example, lee@partner.example',
  )
  expect(answer({ people: { ...none, replyTo: to('') } }).to).toBe('ravi@partner.example')
})

test('a reply to everyone has each address once, without the mailbox and its aliases', () => {
  const people = {
    to: to('Asha+orders@Temple.example', 'lee@partner.example', 'ravi@partner.example'),
    cc: to('office@temple.example', 'LEE@partner.example', 'meera@partner.example'),
    replyTo: [],
  }
  expect(answer({ people }, true)).toMatchObject({
    to: 'ravi@partner.example',
    cc: 'lee@partner.example, meera@partner.example',
  })
  expect(answer({ people }).cc).toBe('')
})

test('a reply to everyone goes to Reply-To and all named recipients', () => {
  const people = {
    to: to('asha@temple.example', 'lee@partner.example'),
    cc: [],
    replyTo: to('list@partner.example'),
  }
  expect(answer({ people }, true)).toMatchObject({
    to: 'list@partner.example',
    cc: 'lee@partner.example',
  })
})

test('a reply to everyone for a sent message goes to its recipients', () => {
  const people = { to: to('lee@partner.example'), cc: to('meera@partner.example'), replyTo: [] }
  expect(
    answer({ folder: 'sent', from: { name: '', address: 'asha@temple.example' }, people }, true),
  ).toMatchObject({
    to: 'lee@partner.example',
    cc: 'meera@partner.example',
  })
})

test('a subject gets its prefix once', () => {
  expect(answer({ subject: 'RE: An order' }).subject).toBe('RE: An order')
  expect(forwardDraft({ ...message, subject: '' }).subject).toBe('Fwd:')
})

test('a forwarded message has no recipients, is no reply, and includes its attachments', () => {
  const draft = forwardDraft({ ...message, attachmentCount: 1 })
  expect(draft).toMatchObject({ to: '', forwardOf: message.id })
  expect(draft.inReplyTo).toBeUndefined()
  expect(draft.text).toContain('From: Ravi Iyer <ravi@partner.example>')
  expect(forwardDraft(message).forwardOf).toBeUndefined()
})

test('a signature is below a line of two hyphens and a space, above the quote', () => {
  const writer = { own, signature: 'Asha\nTemple' }
  expect(draftOf({ kind: 'new' }, writer).text).toBe('\n\n-- \nAsha\nTemple')
  expect(draftOf({ kind: 'answer', message, how: 'sender' }, writer).text).toStartWith(
    '\n\n-- \nAsha\nTemple\n\nOn ',
  )
  expect(draftOf({ kind: 'new' }, { own, signature: '' }).text).toBe('')
})
