import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { until } from '#test/support/until.ts'
import { readLastLines } from '../drivers/site-log.ts'
import { formatAccess, openSiteLog } from './access-log.ts'

let folder: string
beforeEach(() => {
  folder = makeTestFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = () => new Date('2026-11-21T08:35:09.123Z')
const answer = new Response('hello', { headers: { 'content-length': '5' } })

test('a request is logged as one line, whatever the client sends', () => {
  const headers = {
    'x-forwarded-for': '203.0.113.9, 198.51.100.7',
    referer: 'http://a.test/"x"',
    'user-agent': 'A\\B',
  }
  const request = new Request('http://site.test/shop?a=%22', { headers })
  expect(formatAccess(request, answer, now())).toBe(
    '198.51.100.7 - - [21/Nov/2026:08:35:09 +0000] "GET /shop?a=%22 HTTP/1.1" 200 5 "http://a.test/\\x22x\\x22" "A\\x5cB"',
  )
  const long = new Request(`http://site.test/${'x'.repeat(5_000)}`, {
    headers: { 'x-forwarded-for': 'not one' },
  })
  const line = formatAccess(long, answer, now())
  expect(line).toStartWith('- - - [')
  expect(line.length).toBeLessThan(700)
})

test('the last lines are read across a rotation, and disk use is bounded', async () => {
  const path = join(folder, 'logs', 'server.log')
  const log = openSiteLog(path, now)
  const lines = 40_000
  for (let i = 0; i < lines; i += 1) log.note('notice', `line ${i} ${'x'.repeat(60)}`)
  log.flush()
  const bytes = statSync(path).size + statSync(`${path}.1`).size
  expect(bytes).toBeLessThan(2.2 * 1_024 * 1_024)
  const last = await readLastLines(dirname(path), 200)
  expect(last).toHaveLength(200)
  expect(last.at(-1)).toContain(`line ${lines - 1} `)
  expect(last[0]).toContain(`line ${lines - 200} `)
})

test('lines are flushed to disk automatically, and no file exists before the first', async () => {
  const path = join(folder, 'logs', 'server.log')
  expect(await readLastLines(dirname(path), 200)).toEqual([])
  openSiteLog(path, now).access(new Request('http://site.test/'), answer)
  await until('its file', () => existsSync(path))
  expect(await readLastLines(dirname(path), 200)).toHaveLength(1)
})

test('the log of a removed service is not created again', async () => {
  const path = join(folder, 'gone', 'logs', 'server.log')
  const log = openSiteLog(path, now)
  log.note('notice', 'nobody reads this')
  log.flush()
  expect(existsSync(join(folder, 'gone'))).toBe(false)
  await mkdir(join(folder, 'gone'))
  log.note('error', 'a failure')
  log.flush()
  expect(await readLastLines(dirname(path), 9)).toEqual(['[21/Nov/2026:08:35:09 +0000] [error] a failure'])
})

test('logs of several nodes are merged in the order of their lines', async () => {
  const logs = join(folder, 'several', 'logs')
  await mkdir(dirname(logs))
  const at = (seconds: number) => () => new Date(Date.UTC(2026, 10, 21, 8, 35, seconds))
  const write = (name: string, seconds: number, text: string) => {
    const log = openSiteLog(join(logs, name), at(seconds))
    log.note('notice', text)
    log.flush()
  }
  write('server-a.log', 1, 'first')
  write('server-b.log', 2, 'second')
  write('server-a.log', 3, 'third')
  write('server-b.log', 4, 'fourth')
  const texts = async (lines: number) =>
    (await readLastLines(logs, lines)).map((line) => line.split(' ').at(-1))
  expect(await texts(9)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(await texts(2)).toEqual(['third', 'fourth'])
})
