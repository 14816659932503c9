import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { parseStat, readBootSeconds, readBootTime, readProcessTable, readProcessTree } from './proc.ts'

const line = (name: string) =>
  `4711 (${name}) S 12 4711 4711 0 -1 4194560 900 0 1 0 250 31 0 0 20 0 9 0 123456 9000000 700 18446744073709551615`

test.each(['bun', 'a b', 'a) S 1 (b', '((', 'x)'])('a process named %s', (name) => {
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

test.each(['', 'nonsense', '4711 (cut'])('what is cut off is no process: %p', (text) => {
  expect(parseStat(text)).toBeNull()
})

test('this process is found with its children, and by its start only', async () => {
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

test('the clock of /proc starts when the machine did', () => {
  const sinceBoot = (Date.now() - readBootTime()) / 1_000
  expect(Math.abs(sinceBoot - readBootSeconds())).toBeLessThan(5)
})
