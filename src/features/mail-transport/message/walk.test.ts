import { describe, expect, test } from 'bun:test'
import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check'
import type { Message } from './parts.ts'
import { walkBytes, walkContent } from './walk.ts'

const bodiesOf = (raw: string): string[] =>
  walkBytes(Buffer.from(raw))
    .parts.filter(({ isContainer }) => !isContainer)
    .map(({ start, end }) => Buffer.from(raw).toString('utf8', start, end))

describe('a body ends before the line break of the delimiter', () => {
  test.each(['\r\n', '\n'])('with lines that end by %j', (end) => {
    const lines = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      'preamble',
      '--b',
      '',
      'one',
      '',
      '--b',
      '',
    ]
    const more = ['--b', 'A: b', '--b', '', 'two', '--b--', 'epilogue']
    expect(bodiesOf([...lines, ...more].join(end))).toEqual([`one${end}`, '', '', 'two'])
  })

  test('and at the end of the message without a delimiter', () => {
    expect(bodiesOf('A: b\r\n\r\none\r\n')).toEqual(['one\r\n'])
    expect(bodiesOf('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none')).toEqual(['one'])
  })
})

test('the beginning of a body is stored, more of texts than of others', () => {
  const part = (type: string) =>
    walkBytes(Buffer.from(`Content-Type: ${type}\r\n\r\n${'x'.repeat(1_000_000)}`)).parts[0]
  expect([part('text/plain')?.held.length, part('image/png')?.held.length]).toEqual([262_144, 512])
  expect(part('image/png')?.end).toBe(1_000_025 + 2)
})

const shapeOf = ({ parts, suspects, isOverbuilt }: Message) => ({
  parts: parts.map(({ type, start, end, held, parent }) => [
    type,
    start,
    end,
    held.toString('latin1'),
    parent?.start,
  ]),
  suspects,
  isOverbuilt,
})
const pieces = constantFrom(
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '-',
  '--',
  '--b',
  '--b--',
  '--c',
  ' ',
  'x',
  '\r\n\r\n',
  'Content-Type: multipart/mixed; boundary=b\r\n',
  'Content-Type: multipart/mixed; boundary=c\r\n',
  'Content-Type: message/rfc822\r\n',
  'Content-Transfer-Encoding: base64\r\n',
)

test('a message is read alike in chunks of any size', () =>
  assert(
    asyncProperty(array(pieces, { maxLength: 60 }), integer({ min: 1, max: 9 }), async (text, length) => {
      const bytes = Buffer.from(text.join(''))
      const content = async function* () {
        for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
      }
      expect(shapeOf(await walkContent(content()))).toEqual(shapeOf(walkBytes(bytes)))
    }),
    { numRuns: 3_000 },
  ))
