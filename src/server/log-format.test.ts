import { describe, expect, test } from 'bun:test'
import { createLogger } from './log.ts'
import { logFormatOf, readEntry, writeText } from './log-format.ts'
import { openScreen } from './screen.ts'

const entry = { at: new Date(2026, 0, 2, 3, 4, 5), level: 'warn', msg: 'gateway lost', fields: {} } as const

describe('the format of the log', () => {
  test.each([
    [undefined, true, 'text'],
    [undefined, false, 'json'],
    ['json', true, 'json'],
    ['text', false, 'text'],
  ] as const)('set to %p, at a terminal %p, is %s', (set, isTTY, format) => {
    expect(logFormatOf(set, { isTTY })).toBe(format)
  })
})

describe('a text line', () => {
  test('has the local time, the level, the message and the fields, and a stack below', () => {
    const fields = {
      gatewayPid: 7,
      url: 'http://127.0.0.1:3000',
      path: 'a b',
      none: undefined,
      stack: ['at a', ' at b'],
    }
    expect(writeText({ ...entry, fields }, false)).toBe(
      '03:04:05 warn  gateway lost gatewayPid=7 url=http://127.0.0.1:3000 path="a b"\n  at a\n  at b',
    )
  })

  test('has colours only when they are enabled', () => {
    expect(writeText(entry, true)).toBe('\u001b[2m03:04:05\u001b[0m \u001b[33mwarn \u001b[0m gateway lost')
    expect(writeText(entry, false)).not.toContain('\u001b')
  })

  test('escapes terminal control characters in any part', () => {
    const hostile = 'a\u001b[2J\u009b1m\r\n\u202eb\u200b'
    const text = writeText({ ...entry, msg: hostile, fields: { host: hostile, stack: [hostile] } }, false)
    expect(text).not.toMatch(/[^\P{C}\n]/u)
    expect(text.split('\n')).toHaveLength(2)
  })

  test('can be made from a JSON line of the log, and from no other line', () => {
    const lines: string[] = []
    createLogger('info', (line) => lines.push(line)).warn('gateway lost', { gatewayPid: 7 })
    expect(readEntry(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: 'gateway lost',
      fields: { gatewayPid: 7 },
    })
    for (const line of ['', 'gateway lost', '{"at":', '{"msg":"x"}']) expect(readEntry(line)).toBeNull()
  })
})

/** A screen and its complete output. */
function makeScreen(settings: Parameters<typeof openScreen>[0], isTTY: boolean) {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const screen = openScreen(settings, { isTTY, write })
  return { screen, written: () => written.replace(/\d+\.\d s/g, 'N s') }
}

describe('a step', () => {
  test('is announced before it starts, and its time is added afterwards', async () => {
    const { screen, written } = makeScreen({}, true)
    await screen.step('Opening the database', async () => expect(written()).toBe('Opening the database …'))
    expect(written()).toBe('Opening the database … N s\n')
  })

  test('stays below log lines and nested steps on a terminal', async () => {
    const { screen, written } = makeScreen({}, true)
    await screen.step('Opening', async () => {
      screen.line('a line')
      await screen.step('Migrating', async () => {})
    })
    const erase = '\r\u001b[K'
    expect(written()).toBe(`Opening …${erase}a line\nOpening …${erase}Migrating … N s\nOpening … N s\n`)
  })

  test('is named again after nested lines when the output is not a terminal', async () => {
    const { screen, written } = makeScreen({ LOG_FORMAT: 'text' }, false)
    await screen.step('Opening', async () => screen.line('a line'))
    expect(written()).toBe('Opening …\na line\nOpening … N s\n')
  })

  test('ends its line when it fails, and rethrows the failure', async () => {
    const { screen, written } = makeScreen({}, true)
    await expect(screen.step('Opening', () => Promise.reject(new Error('damaged')))).rejects.toThrow(
      'damaged',
    )
    expect(written()).toBe('Opening …\n')
  })

  test.each([
    ['in JSON', { LOG_FORMAT: 'json' }],
    ['below the log level', { LOG_LEVEL: 'warn' }],
  ] as const)('is not announced %s', async (_, settings) => {
    const { screen, written } = makeScreen(settings, true)
    expect(await screen.step('Opening', async () => 7)).toBe(7)
    screen.say(['Ready'])
    expect(written()).toBe('')
  })
})

test('colours need a terminal without NO_COLOR', () => {
  const isColoured = (settings: object, isTTY: boolean) => makeScreen(settings, isTTY).screen.isColoured
  expect([isColoured({}, true), isColoured({ NO_COLOR: '1' }, true), isColoured({}, false)]).toEqual([
    true,
    false,
    false,
  ])
})
