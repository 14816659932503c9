import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, memoryFolder } from '../../test/support/folders.ts'

/** Folders that a run has for itself: whatever its tests write beside the checkout is below them. */
export type Room = {
  /** What makes a process and those that it starts write there. */
  env: { TMPDIR: string; TEST_MEMORY: string }
  /** Ends every process of the room, also one that left the process that started it, and empties the folders. */
  clear(): Promise<void>
  /** Clears the room, and the folders are gone. */
  close(): Promise<void>
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended meanwhile, or belongs to somebody else.
    return ''
  }
}

/** Whether the process has one of the folders in its environment or on its command line, which some take out of the former. */
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
    // It has ended meanwhile.
  }
}

const looks = 100
const pauseMs = 50

/** A process may have started another one while it was looked for: they are looked for until there is none. */
async function endProcesses(folders: string[]): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const pids = processesOf(folders)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
    await Bun.sleep(pauseMs)
  }
  throw new Error(`processes of the tests do not end: ${processesOf(folders).join(', ')}`)
}

/** Makes a room; those that killed runs left behind are swept out. */
export function openRoom(): Room {
  const places = [tmpdir(), memoryFolder() ?? tmpdir()]
  const [disk = '', memory = ''] = places.map((place) => {
    const folder = makeFolder(place, 'run-')
    // Database servers run as another user than root.
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
