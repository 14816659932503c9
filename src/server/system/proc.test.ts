import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { until } from '#test/support/portal.ts'
import {
  isProcess,
  parseStat,
  readBootSeconds,
  readBootTime,
  readProcessTable,
  readProcessTree,
} from './proc.ts'

const line = (name: string) =>
  `4711 (${name}) S 12 4711 4711 0 -1 4194560 900 0 1 0 250 31 0 0 20 0 9 0 123456 9000000 700 18446744073709551615`

test.each(['bun', 'a b', 'a) S 1 (b', '((', 'x)'])('a process named %s is parsed', (name) => {
  expect(parseStat(line(name))).toEqual({
    pid: 4711,
    parent: 12,
    name,
    state: 'S',
    cpuTicks: 281,
    threads: 9,
    startTicks: 123_456,
  })
})

test.each(['', 'nonsense', '4711 (cut'])('truncated input is not a process: %p', (text) => {
  expect(parseStat(text)).toBeNull()
})

test('an entry of /proc is a process when its name is a number', () => {
  expect(['1', '99', '9260', '32768'].filter(isProcess)).toEqual(['1', '99', '9260', '32768'])
  expect(['self', 'stat', '0', '9x', ''].filter(isProcess)).toEqual([])
})

test('finds this process with its children, and only by its start time', async () => {
  const child = Bun.spawn(['sleep', '60'])
  const own = parseStat(readFileSync('/proc/self/stat', 'latin1'))
  const startTicks = own?.startTicks ?? 0
  const root = { pid: process.pid, startTicks }
  const tree = readProcessTree(root, readProcessTable())
  expect(tree[0]).toMatchObject({ ...root, parent: process.ppid })
  expect(tree.map(({ pid }) => pid)).toContain(child.pid)
  expect(readProcessTree({ pid: process.pid, startTicks: startTicks + 1 }, readProcessTable())).toEqual([])
  child.kill()
  await child.exited
  expect(readProcessTree({ pid: child.pid, startTicks: tree[1]?.startTicks ?? 0 }, new Map())).toEqual([])
})

test('a zombie does not count as a process', async () => {
  // The command that replaces the shell does not wait for the child.
  const parent = Bun.spawn(['sh', '-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdout: 'pipe' })
  const { value } = await parent.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  const read = () => parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const ended = await until(async () => read()?.state === 'Z' && read())
  expect(readProcessTree(ended, readProcessTable())).toEqual([])
  parent.kill()
  await parent.exited
})

test('the clock of /proc starts when the machine booted', () => {
  const sinceBoot = (Date.now() - readBootTime()) / 1_000
  expect(Math.abs(sinceBoot - readBootSeconds())).toBeLessThan(5)
})
