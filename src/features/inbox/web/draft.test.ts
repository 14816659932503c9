import { expect, test } from 'bun:test'
import type { OpenMessage } from '../contract.ts'
import { answerTo, passOn } from './draft.ts'

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

test('an answer goes to the sender, names what it answers, and quotes it', () => {
  const draft = answerTo(message)
  expect(draft).toMatchObject({
    to: 'ravi@elsewhere.example',
    subject: 'Re: An order',
    inReplyTo: message.id,
  })
  expect(draft.text).toContain('> Twelve\n>> eleven')
})

test('an answer goes where the message asks for it, and of a sent one to whom that went', () => {
  const to = [
    { name: 'Desk, Help', address: 'desk@elsewhere.example' },
    { name: '', address: 'lee@elsewhere.example' },
  ]
  const none = { to: [], cc: [], replyTo: [] }
  expect(answerTo({ ...message, people: { ...none, replyTo: to } }).to).toBe(
    'desk@elsewhere.example, lee@elsewhere.example',
  )
  expect(answerTo({ ...message, folder: 'sent', people: { ...none, to } }).to).toBe(
    'desk@elsewhere.example, lee@elsewhere.example',
  )
  expect(answerTo({ ...message, people: { ...none, replyTo: [{ name: 'Nobody', address: '' }] } }).to).toBe(
    'ravi@elsewhere.example',
  )
})

test('a subject gets its prefix once', () => {
  expect(answerTo({ ...message, subject: 'RE: An order' }).subject).toBe('RE: An order')
  expect(passOn({ ...message, subject: '' }).subject).toBe('Fwd:')
})

test('a message that is passed on is to nobody yet, answers nothing, and says that attachments stay behind', () => {
  const draft = passOn({ ...message, attachmentCount: 1 })
  expect(draft).toMatchObject({ to: '', inReplyTo: undefined })
  expect(draft.note).toBe('Attachments are not forwarded, only the text.')
  expect(draft.text).toContain('From: Ravi Iyer <ravi@elsewhere.example>')
})
