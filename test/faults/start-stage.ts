import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'

/** Every file of a folder with a hash of its contents. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.map(
    async (file) => [file, Bun.hash(await Bun.file(file).bytes()).toString(36)] as const,
  )
  return Object.fromEntries(await Promise.all(hashes))
}

// Locking the folder leaves these files behind; they carry no data.
const withoutLock = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).filter(([file]) => !/lock\.db(-journal)?$|portal\.db-shm$/.test(file)),
  )

/** The portal does not start on the folder: one line that gives the reason, code 1, and nothing on disk changes. */
export async function refuses(
  dataDir: string,
  reason: RegExp,
  env: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<void> {
  const before = await snapshot(dataDir)
  const { code, stdout, stderr } = await runPortal(['serve'], { dataDir, env, wrapper })
  expect(stderr).toMatch(reason)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stdout).toBe('')
  expect(code).toBe(1)
  expect(withoutLock(await snapshot(dataDir))).toEqual(withoutLock(before))
}
