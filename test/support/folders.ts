import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const swept = new Set<string>()

/** An empty folder below `place`, named after this process. The next run removes what a run left behind. */
export function makeFolder(place: string, prefix: string): string {
  if (!swept.has(place + prefix)) sweep(place, prefix)
  swept.add(place + prefix)
  return mkdtempSync(join(place, `${prefix}${process.pid}-`))
}

/** A folder for the data of one test, in memory where there is some. */
export const makeTestFolder = (): string => makeFolder(memoryFolder() ?? tmpdir(), 'portal-test-')

/** Where files live in memory, if there is such a place; a run of all tests has a part of it for itself. */
export function memoryFolder(): string | undefined {
  const folder = process.env.TEST_MEMORY ?? '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return undefined
  }
}

// `bun test` ends without an exit event, and a killed run without anything.
function sweep(place: string, prefix: string): void {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !isAlive(pid)) removeIfPossible(join(place, name))
  }
}

/** What another run left may be mounted or belong to somebody else: it then stays, and this run goes on. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`${folder} stays: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
