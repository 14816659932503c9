import { expect, test } from 'bun:test'
import { z } from 'zod'
import { line, page, requiredLine } from './schema.ts'

const sentencesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test('values without their own message are refused in plain words, not in those of a type checker', () => {
  const schema = z.object({
    text: z.string(),
    short: z.string().max(3),
    many: z.number().min(2),
    few: z.number().max(2),
    list: z.array(z.string()).max(1),
    choice: z.enum(['a', 'b']),
    either: z.union([z.ipv4(), z.ipv6()]),
  })
  const value = { short: 'long', many: 1, few: 3, list: ['a', 'b'], choice: 'c', either: 'x' }
  expect(sentencesOf(schema, value)).toEqual([
    'This field is required.',
    'At most 3 characters.',
    'At least 2.',
    'At most 2.',
    'At most 1 of them.',
    'This field cannot have this value.',
    'This field cannot have this value.',
  ])
  expect(sentencesOf(schema, [])).toEqual(['The request is missing required data.'])
  expect(sentencesOf(page, { limit: 'many' })).toEqual(['This field cannot have this value.'])
})

test('a custom message also applies to a missing line', () => {
  expect(sentencesOf(requiredLine(80, 'Enter your first name.'), undefined)).toEqual([
    'Enter your first name.',
  ])
  expect(sentencesOf(requiredLine(80, 'Enter your first name.'), '  ')).toEqual(['Enter your first name.'])
  expect(sentencesOf(requiredLine(80, 'Enter your first name.'), '\u200b \u3164')).toEqual([
    'Enter your first name.',
  ])
  expect(sentencesOf(line(2), 'abc')).toEqual(['At most 2 characters.'])
})

test('a line must not contain characters that change the direction of text', () => {
  for (const sign of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    expect(sentencesOf(line(80), `a${sign}b`)).toEqual([
      'Line breaks and control characters are not allowed.',
    ])
  expect(sentencesOf(line(80), '\u05d0\u200f \u0928\u200d\u092e 👩‍👩‍👧‍👦')).toEqual([])
})
