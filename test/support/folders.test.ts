import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '#test/support/folders.ts'

/** Greater than any process id on Linux (PID_MAX_LIMIT, 2^22). */
const deadPid = 4_194_305

const mounted = mkdtempSync(join(tmpdir(), 'mount-test-'))
const mount = (folder: string) =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', 'tmpfs', folder], { stderr: 'ignore' }).success
const unmount = (folder: string) => Bun.spawnSync(['umount', '-l', folder])
const canMount = mount(mounted)
if (canMount) unmount(mounted)
rmSync(mounted, { recursive: true })

test('removes the folder of an ended process, and leaves that of a running one', () => {
  const place = mkdtempSync(join(tmpdir(), 'folders-test-'))
  const [dead, alive, other] = [`run-${deadPid}-a`, `run-${process.pid}-b`, `other-${deadPid}-c`]
  for (const name of [dead, alive, other]) mkdirSync(join(place, name))
  const folder = makeFolder(place, 'run-')
  expect([folder, join(place, alive), join(place, other)].every(existsSync)).toBe(true)
  expect(existsSync(join(place, dead))).toBe(false)
  rmSync(place, { recursive: true })
})

test.skipIf(!canMount)('starts although a killed run left a disk mounted', () => {
  const place = mkdtempSync(join(tmpdir(), 'folders-test-'))
  const left = join(place, `run-${deadPid}-a`)
  mkdirSync(left)
  mount(left)
  try {
    expect(existsSync(makeFolder(place, 'run-'))).toBe(true)
    expect(existsSync(left)).toBe(true)
  } finally {
    unmount(left)
    rmSync(place, { recursive: true })
  }
})
