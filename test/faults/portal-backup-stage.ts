import { expect } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'
import { withoutSites } from './journey.ts'

/** The doctor finds no fault, and the quarantine is empty. */
export async function isSound(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await runPortal(['doctor'], { dataDir, env: { ...withoutSites, ...env } })
  expect(stderr).toBe('')
  expect(stdout).not.toContain('BROKEN')
  expect(stdout).not.toContain('quarantine')
  expect(stdout.match(/^ok /gm)?.length).toBeGreaterThan(8)
  expect(code).toBe(0)
}

/** A prefix that kills a command (SIGKILL) once a thread has made this many of the calls. */
export const killedAt = (calls: string, when = 1): string[] => [
  ...['strace', '-f', '-o', '/dev/null', '-e', `trace=${calls}`],
  ...['-e', `inject=${calls}:signal=KILL:when=${when}`],
]
// The runtime renames its own files while it fills its cache.
export const withoutCache = { BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' }

/** Calls that change a folder’s contents, and those that wait for the disk. */
export const changes = [
  'mkdir,mkdirat',
  'link,linkat',
  'rename,renameat,renameat2',
  'unlink,unlinkat,rmdir',
  'fsync,fdatasync',
]

/** Whether the restore was killed (SIGKILL) at that call; if so no portal started there before a complete second run. */
export async function surviveKill(
  { file, dataDir, env }: { file: string; dataDir: string; env: Record<string, string> },
  { calls, when }: { calls: string; when: number },
): Promise<boolean> {
  const wrapper = killedAt(calls, when)
  const first = await runPortal(['restore', file], { dataDir, env: { ...env, ...withoutCache }, wrapper })
  if (first.code === 0) return false
  const hasBegun = existsSync(join(dataDir, 'restoring'))
  if (hasBegun)
    expect((await runPortal(['migrate'], { dataDir, env })).stderr).toMatch(/is unfinished: unless/)
  if (hasBegun || !first.stdout.includes('restored')) {
    const again = await runPortal(['restore', file], { dataDir, env })
    expect(again.stderr).toBe('')
    expect(again.stdout).toContain('restored')
  }
  expect((await runPortal(['migrate'], { dataDir, env })).stderr).toBe('')
  await isSound(dataDir, env)
  expect(readdirSync(dataDir).filter((name) => /restor|whole|\.[\da-f]{8}-/.test(name))).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
  return true
}
