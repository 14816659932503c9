import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const swept = new Set<string>()

/** An empty folder below `place`, named after this process. The next run removes leftovers of a killed run. */
export function makeFolder(place: string, prefix: string): string {
  if (!swept.has(place + prefix)) sweep(place, prefix)
  swept.add(place + prefix)
  return mkdtempSync(join(place, `${prefix}${process.pid}-`))
}

/** A folder for the data of one test, in memory if possible. */
export const makeTestFolder = (): string => makeFolder(memoryFolder() ?? tmpdir(), 'portal-test-')

/** A folder in memory, if the system has one; a run of all tests has a part of it for itself. */
export function memoryFolder(): string | undefined {
  const folder = process.env.TEST_MEMORY ?? '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return undefined
  }
}

// `bun test` ends without an exit event, and a killed run without any event.
function sweep(place: string, prefix: string): void {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !isAlive(pid)) removeIfPossible(join(place, name))
  }
}

/** Leftovers of another run may be mounted or belong to another user: they stay, and this run continues. */
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
