import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { applyPragmas, verifyPragmas } from '#db/sqlite/pragmas.ts'
import { makeFolder } from './journey.ts'
import { attachStrace } from './strace.ts'

const commits = 20

/** Commits in a child process that strace watches, with the portal’s settings and then `change`; answers the fsyncs it took. */
async function countSyncs(dataDir: string, change: string): Promise<number> {
  const output = join(dataDir, 'trace')
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'commit-on-request.ts'), dataDir, change],
    {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const reader = child.stdout.getReader()
  await reader.read()
  const tracer = await attachStrace(child.pid, { output })
  child.stdin.write(`${commits}\n`)
  await child.stdin.end()
  await child.exited
  await tracer.exited
  return ((await readFile(output, 'utf8')).match(/\bf(data)?sync\(/g) ?? []).length
}

test('every commit is synced, and the check reports a planted synchronous=NORMAL', async () => {
  const dataDir = await makeFolder()
  try {
    expect(await countSyncs(dataDir, '')).toBeGreaterThanOrEqual(commits)
    expect(await countSyncs(dataDir, 'PRAGMA synchronous = NORMAL')).toBeLessThan(commits)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the portal detects a planted synchronous=NORMAL and does not start', async () => {
  const dataDir = await makeFolder()
  const connection = new Database(join(dataDir, 'any.db'), { create: true })
  try {
    applyPragmas(connection)
    expect(() => verifyPragmas(connection)).not.toThrow()
    connection.run('PRAGMA synchronous = NORMAL')
    expect(() => verifyPragmas(connection)).toThrow('SQLite setting synchronous is 1, it must be 2')
  } finally {
    connection.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
