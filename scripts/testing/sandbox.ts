import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, memoryFolder } from '../../test/support/folders.ts'

/** Private folders of a run: all files that its tests write outside the checkout go below them. */
export type Sandbox = {
  /** The environment that makes a process and its children write there. */
  env: { TMPDIR: string; TEST_MEMORY: string }
  /** Kills every process of the sandbox, even a detached one, and empties the folders. */
  clear(): Promise<void>
  /** Clears the sandbox and removes the folders. */
  close(): Promise<void>
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

/** Whether the process has one of the folders in its environment or on its command line. */
const isOf = (folders: string[], pid: number): boolean =>
  ['environ', 'cmdline'].some((name) => {
    const text = read(`/proc/${pid}/${name}`)
    return folders.some((folder) => text.includes(folder))
  })

const processesOf = (folders: string[]): number[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== process.pid && isOf(folders, pid))
    : []

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const maxAttempts = 100
const pauseMs = 50

/** A process may have started another one during the search: repeat until none is found. */
async function endProcesses(folders: string[]): Promise<void> {
  for (let look = 0; look < maxAttempts; look += 1) {
    const pids = processesOf(folders)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
    await Bun.sleep(pauseMs)
  }
  throw new Error(`processes of the tests do not end: ${processesOf(folders).join(', ')}`)
}

/** Creates a sandbox, and removes those that killed runs left behind. */
export function createSandbox(): Sandbox {
  const places = [tmpdir(), memoryFolder() ?? tmpdir()]
  const [disk = '', memory = ''] = places.map((place) => {
    const folder = makeFolder(place, 'run-')
    // Database servers do not run as root.
    chmodSync(folder, 0o755)
    return folder
  })
  const folders = [disk, memory]
  const clear = async () => {
    await endProcesses(folders)
    for (const folder of folders)
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  return {
    env: { TMPDIR: disk, TEST_MEMORY: memory },
    clear,
    async close() {
      await clear()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
