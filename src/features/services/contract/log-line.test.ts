import { describe, expect, test } from 'bun:test'
import { matchesLog, readLogLine, showLogLine } from './log-line.ts'

const found = '192.0.2.1 - - [21/Nov/2026:14:05:09 +0000] "GET /Shop HTTP/1.1" 200 12 "-" "curl/8"'
const missing = '192.0.2.1 - - [21/Nov/2026:14:05:10 +0000] "GET /none HTTP/1.1" 404 9 "-" "curl/8"'
const started = '[21/Nov/2026:14:05:00 +0000] [notice] web server started'
const failed = '[21/Nov/2026:14:05:00 +0000] [error] cannot listen'

test('a line shows its time in IST first', () => {
  expect(showLogLine(readLogLine(found))).toBe(
    '21 Nov, 19:35:09 IST 192.0.2.1 - - "GET /Shop HTTP/1.1" 200 12 "-" "curl/8"',
  )
  expect(showLogLine(readLogLine(started))).toBe('21 Nov, 19:35:00 IST [notice] web server started')
})

test('a time with another offset is converted', () => {
  expect(readLogLine('[21/Nov/2026:14:05:00 +0530] [notice] x').time).toBe('21 Nov, 14:05:00 IST')
})

test.each(['', 'the rest of a message', '[yesterday] x', '[99/Foo/2026:14:05:00 +0000] x'])(
  'a line without a readable time is shown unchanged: %p',
  (line) => {
    expect(readLogLine(line)).toEqual({ text: line, time: null, isAccess: false, isError: false })
  },
)

describe('a filter', () => {
  test('by access keeps requests, whatever their status', () => {
    const isKept = (line: string) => matchesLog(line, { kind: 'access' })
    expect([found, missing, started, failed].map(isKept)).toEqual([true, true, false, false])
  })

  test('by error keeps statuses of 400 and above and web server errors', () => {
    const isKept = (line: string) => matchesLog(line, { kind: 'error' })
    expect([found, missing, started, failed].map(isKept)).toEqual([false, true, false, true])
  })

  test('by text ignores case and matches the time as shown', () => {
    expect(matchesLog(found, { q: '/shop' })).toBe(true)
    expect(matchesLog(found, { q: '19:35' })).toBe(true)
    expect(matchesLog(found, { q: '14:05' })).toBe(false)
    expect(matchesLog('GET /Cafe\u0301', { q: 'caf\u00e9' })).toBe(true)
  })

  test('by text and kind keeps lines that match both', () => {
    expect(matchesLog(missing, { q: 'none', kind: 'error' })).toBe(true)
    expect(matchesLog(found, { q: 'shop', kind: 'error' })).toBe(false)
  })

  test('is not misled by a status in a request URL', () => {
    const line = found.replace('/Shop', '/x?status=500')
    expect(matchesLog(line, { kind: 'error' })).toBe(false)
  })
})
