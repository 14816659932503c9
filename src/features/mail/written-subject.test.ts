import { expect, test } from 'bun:test'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { writtenSubject } from './written-subject.ts'

test('nodemailer encodes each part of a text as an encoded word (RFC 2047)', () => {
  expect(encodeWord('=?x?=', 'Q', 52)).toBe('=?UTF-8?Q?=3D=3Fx=3F=3D?=')
  const words = encodeWord('=?é'.repeat(40), 'Q', 52).split(' ')
  expect(words.length).toBeGreaterThan(1)
  for (const word of words) expect(word).toMatch(/^=\?UTF-8\?Q\?[^\s?]+\?=$/)
})

test('a subject stays unchanged unless it looks like an encoded word', () => {
  expect(writtenSubject('Grüße = ?')).toBe('Grüße = ?')
  expect(writtenSubject('=?x')).toBe('=?UTF-8?Q?=3D=3Fx?=')
})
