import { readdirSync, readFileSync } from 'node:fs'

/** What /proc/<pid>/stat says of a process (proc_pid_stat(5)). Ticks are hundredths of a second, since boot for the start. */
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

/** One line of /proc/<pid>/stat. The name may hold blanks and brackets: it ends at the last one. */
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

/** Whether an entry of /proc stands for a process: its number. */
export const isProcess = (name: string): boolean => /^[1-9]\d*$/.test(name)

/** Every process of the machine by its parent, as of one pass over /proc; empty where there is none. */
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
    const text = readText(`/proc/${name}/stat`)
    const stat = text === null ? null : parseStat(text)
    if (!stat) continue
    const siblings = byParent.get(stat.parent)
    if (siblings) siblings.push(stat)
    else byParent.set(stat.parent, [stat])
  }
  return byParent
}

/**
 * The process and all its descendants, itself first; none when that process has ended, whoever has its number now, and be
 * it that its parent has not heard of it yet.
 */
export function readProcessTree(
  root: { pid: number; startTicks: number },
  byParent: Map<number, ProcStat[]>,
): ProcStat[] {
  const text = readText(`/proc/${root.pid}/stat`)
  const stat = text === null ? null : parseStat(text)
  if (stat?.startTicks !== root.startTicks || stat.state === 'Z' || stat.state === 'X') return []
  const tree = [stat]
  // The list grows while it is walked.
  for (const { pid } of tree) tree.push(...(byParent.get(pid) ?? []))
  return tree
}

/** Seconds since the machine was started, the clock of `startTicks`. */
export const readBootSeconds = (): number => Number.parseFloat(readText('/proc/uptime') ?? '0')

/** When the machine was started, in milliseconds since 1970. */
export const readBootTime = (): number =>
  Number(/^btime (\d+)$/m.exec(readText('/proc/stat') ?? '')?.[1] ?? 0) * 1_000
