import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Whether this machine tells about its processes below /proc. */
const hasProc = existsSync('/proc/self/stat')

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process has ended.
    return null
  }
}

const isSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * When a process that runs was started, in ticks since boot (proc_pid_stat(5), field 22); null when it is gone, or has
 * ended and only waits for its parent. Where there is no /proc, 0 for every process that lives.
 */
export function readStartTicks(pid: number): number | null {
  if (!hasProc) return isSignalled(pid) ? 0 : null
  const line = read(`/proc/${pid}/stat`)
  if (line === null) return null
  // The name before may hold blanks and brackets: it ends at the last one.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? null : Number(fields[19])
}

/** Whether a process was started with `argument`; true where that cannot be told. */
export const hasArgument = (pid: number, argument: string): boolean =>
  !hasProc || (read(`/proc/${pid}/cmdline`)?.split('\0').includes(argument) ?? false)

/** The proportional set size of a process in bytes: pages shared with others count in part; null where it cannot be told. */
export async function readPssBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  const kib = /^Pss:\s+(\d+) kB/m.exec(text)?.[1]
  return kib === undefined ? null : Number(kib) * 1_024
}
