import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The contents of /proc/<pid>/stat (proc_pid_stat(5)). Ticks are hundredths of a second; the start is in ticks since boot. */
export type ProcStat = {
  pid: number
  parent: number
  name: string
  /** One letter: R, S, D, I, T, t, Z … */
  state: string
  /** CPU time in user and system mode, all threads. */
  cpuTicks: number
  threads: number
  startTicks: number
}

export const ticksPerSecond = 100

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process has ended.
    return null
  }
}

/** Parses a line of /proc/<pid>/stat. The name may contain spaces and brackets: it ends at the last bracket. */
export function parseStat(line: string): ProcStat | null {
  const open = line.indexOf('(')
  const close = line.lastIndexOf(')')
  const fields = line.slice(close + 2).split(' ')
  if (open < 0 || close < open || fields.length < 20) return null
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    name: line.slice(open + 1, close),
    state: fields[0] ?? '',
    cpuTicks: Number(fields[11]) + Number(fields[12]),
    threads: Number(fields[17]),
    startTicks: Number(fields[19]),
  }
}

/** Whether an entry of /proc is a process: its name is a number. */
export const isProcess = (name: string): boolean => /^[1-9]\d*$/.test(name)

const readStat = (pid: number | string): ProcStat | null => {
  const line = readText(`/proc/${pid}/stat`)
  return line === null ? null : parseStat(line)
}

const hasEnded = ({ state }: ProcStat): boolean => state === 'Z' || state === 'X'

/** Every process of the machine by its parent, from one pass over /proc; empty where there is none. */
export function readProcessTable(): Map<number, ProcStat[]> {
  const byParent = new Map<number, ProcStat[]>()
  let names: string[] = []
  try {
    names = readdirSync('/proc')
  } catch {
    // No such file system here.
  }
  for (const name of names) {
    if (!isProcess(name)) continue
    const stat = readStat(name)
    if (!stat) continue
    const siblings = byParent.get(stat.parent)
    if (siblings) siblings.push(stat)
    else byParent.set(stat.parent, [stat])
  }
  return byParent
}

/**
 * The process and all its descendants, itself first; none when it has ended, even if another has its number now or its parent has
 * not noticed yet.
 */
export function readProcessTree(
  root: { pid: number; startTicks: number },
  byParent: Map<number, ProcStat[]>,
): ProcStat[] {
  const stat = readStat(root.pid)
  if (stat?.startTicks !== root.startTicks || hasEnded(stat)) return []
  const tree = [stat]
  // The list grows during the walk.
  for (const { pid } of tree) tree.push(...(byParent.get(pid) ?? []))
  return tree
}

/** Seconds since the machine booted, the clock of `startTicks`. */
export const readBootSeconds = (): number => Number.parseFloat(readText('/proc/uptime') ?? '0')

/** When the machine booted, in milliseconds since 1970. */
export const readBootTime = (): number =>
  Number(/^btime (\d+)$/m.exec(readText('/proc/stat') ?? '')?.[1] ?? 0) * 1_000

/** Whether this machine lists its processes in /proc. */
const hasProc = existsSync('/proc/self/stat')

const isSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * The start time of a running process, in ticks since boot (proc_pid_stat(5), field 22); null when it has ended or is a zombie.
 * Without /proc, 0 for every live process.
 */
export function readStartTicks(pid: number): number | null {
  if (!hasProc) return isSignalled(pid) ? 0 : null
  const stat = readStat(pid)
  return stat && !hasEnded(stat) ? stat.startTicks : null
}

/** Whether a process was started with `argument`; true if unknown. */
export const hasArgument = (pid: number, argument: string): boolean =>
  !hasProc || (readText(`/proc/${pid}/cmdline`)?.split('\0').includes(argument) ?? false)

/** The proportional set size of a process in bytes: shared pages count in part; null if unknown. */
export async function readPssBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  const kib = /^Pss:\s+(\d+) kB/m.exec(text)?.[1]
  return kib === undefined ? null : Number(kib) * 1_024
}
