import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'
import { makeFolder, withoutSites } from './journey.ts'
import { refuses } from './start-stage.ts'

export const password = 'geheim-und-lang'

/** No start with this address: one line gives the reason without a password, and the folder is not even created. */
export async function refusesAddress(databaseUrl: string, reason: RegExp): Promise<void> {
  const home = await makeFolder()
  try {
    await refuses(join(home, 'data'), reason, { DATABASE_URL: databaseUrl, ...withoutSites })
    const { stderr } = await runPortal(['migrate'], {
      dataDir: join(home, 'data'),
      env: { DATABASE_URL: databaseUrl },
    })
    expect(stderr).toMatch(reason)
    expect(stderr).not.toContain(password)
    expect(readdirSync(home)).toEqual([])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

export const cannot = (why: string) =>
  new RegExp(`^portal: PostgreSQL at \\S+ \\(DATABASE_URL\\) cannot be used: ${why}`)
