import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { openCgroup } from './cgroup.ts'

// A folder with the files of a control group: enforcing the limits is up to the kernel.
let folder: string
beforeEach(async () => {
  folder = makeTestFolder()
  await mkdir(join(folder, 'proc'))
  await mkdir(join(folder, 'fs/portal.service/portal'), { recursive: true })
  await writeFile(
    join(folder, 'proc/mountinfo'),
    `25 1 0:22 / /proc rw - proc proc rw\n30 25 0:26 / ${folder}/fs rw,nosuid - cgroup2 cgroup2 rw\n`,
  )
  await place({ group: '/portal.service', procs: '77\n', controllers: 'cpuset cpu io memory pids\n' })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function place({ group, procs, controllers }: { group: string; procs: string; controllers: string }) {
  const unit = join(folder, 'fs/portal.service')
  await writeFile(join(folder, 'proc/cgroup'), `4:memory:/x\n0::${group}\n`)
  await writeFile(join(unit, 'cgroup.procs'), procs)
  await writeFile(join(unit, 'cgroup.controllers'), controllers)
  await writeFile(join(unit, 'cgroup.subtree_control'), '')
}
const open = () => openCgroup({ proc: join(folder, 'proc'), pid: 77 })
const read = (path: string) => readFileSync(join(folder, 'fs/portal.service', path), 'utf8')
const target = { userId: 'u', serviceId: 's', root: '/', memoryBytes: 134_217_728, cpuPercent: 25 }

test('a group delegated to this process alone gets a leaf per service', async () => {
  const cgroup = await open()
  expect(read('portal/cgroup.procs')).toBe('77')
  expect(read('cgroup.subtree_control')).toBe('+memory +cpu +pids')
  await cgroup?.limit(99, target)
  expect(read('site-s/memory.max')).toBe('134217728')
  expect(read('site-s/cpu.max')).toBe('25000 100000')
  expect(read('site-s/pids.max')).toBe('64')
  expect(read('site-s/cgroup.procs')).toBe('99')
})

test('an empty leaf is removed, and a missing one is not an error', async () => {
  const cgroup = await open()
  await mkdir(join(folder, 'fs/portal.service/site-s'))
  await cgroup?.release('s')
  await cgroup?.release('s')
  expect(existsSync(join(folder, 'fs/portal.service/site-s'))).toBe(false)
})

test('a leaf reports whether the kernel killed a process for its memory', async () => {
  const cgroup = await open()
  await mkdir(join(folder, 'fs/portal.service/site-s'))
  const events = join(folder, 'fs/portal.service/site-s/memory.events')
  expect(await cgroup?.ranOutOfMemory('s')).toBe(false)
  await writeFile(events, 'low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\noom_group_kill 0\n')
  expect(await cgroup?.ranOutOfMemory('s')).toBe(false)
  await writeFile(events, 'low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 0\n')
  expect(await cgroup?.ranOutOfMemory('s')).toBe(true)
})

test('a process started in its own leaf uses the group above', async () => {
  await place({ group: '/portal.service/portal', procs: '', controllers: 'cpu memory pids' })
  await (await open())?.limit(99, target)
  expect(read('site-s/cgroup.procs')).toBe('99')
})

test.each([
  ['others are in the group', { procs: '77\n78\n' }],
  ['memory is not delegated', { controllers: 'cpu pids' }],
  ['there is no such group', { group: '/elsewhere' }],
])('no group is used when %s', async (_, facts) => {
  await place({ group: '/portal.service', procs: '77\n', controllers: 'cpu memory pids', ...facts })
  expect(await open()).toBeNull()
})

test('no group is used without version 2', async () => {
  await writeFile(join(folder, 'proc/cgroup'), '4:memory:/x\n')
  expect(await open()).toBeNull()
  expect(await openCgroup({ proc: join(folder, 'none') })).toBeNull()
})

test('a portal that leaves removes the limits from the group, so that the next one can be started in it', async () => {
  const cgroup = await open()
  expect(read('cgroup.subtree_control')).toBe('+memory +cpu +pids')
  await cgroup?.leave()
  expect(read('cgroup.subtree_control')).toBe('-memory -cpu -pids')
})
