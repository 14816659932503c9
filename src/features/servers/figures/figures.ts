import {
  type ProcStat,
  readBootSeconds,
  readProcessTable,
  readProcessTree,
  readPssBytes,
  ticksPerSecond,
} from './proc.ts'

type Root = { pid: number; startTicks: number }

/** A process with its CPU in percent of one core since the measurement before, and its PSS in bytes. */
export type ProcessUsage = ProcStat & { cpuPercent: number; memoryBytes: number }

/** What a service's processes use, the web server first; CPU in percent of one core, memory as PSS. */
export type Usage = {
  root: Root
  at: Date
  cpuPercent: number
  memoryBytes: number
  uptimeSeconds: number
  processes: ProcessUsage[]
}

export interface Figures {
  /** A measurement of the process that is not older than `freshMs`, made now if there is none; null once it has ended. */
  read(serviceId: string, root: Root, now: Date): Usage | null
  /** A new measurement; `table` spares reading /proc again for each of many services. */
  measure(serviceId: string, root: Root, options: { now: Date; table?: ProcessTable }): Usage | null
  /** The newest measurement that was made, of whichever process. */
  newest(serviceId: string): Usage | null
  /** Forgets all services but these. */
  keep(serviceIds: Set<string>): void
}

export type ProcessTable = ReturnType<typeof readProcessTable>

/** How often services are measured. */
export const sampleMs = 5_000

// A round may be late; measuring beside it would leave it too short a time to measure CPU over.
const freshMs = 2 * sampleMs
// Ticks are 10 ms long: over less than this, a share of CPU is noise.
const shortestSpanSeconds = 1

/** CPU time per process at a moment, in seconds since boot. */
type Mark = { bootSeconds: number; ticks: Map<number, number> }

const markOf = (tree: ProcStat[], bootSeconds: number): Mark => ({
  bootSeconds,
  ticks: new Map(tree.map(({ pid, cpuTicks }) => [pid, cpuTicks])),
})

const isSame = (one: Root, other: Root) => one.pid === other.pid && one.startTicks === other.startTicks

/** CPU of one process in percent of one core since the mark, or since its start when that was later. */
function cpuPercentOf(
  { pid, cpuTicks, startTicks }: ProcStat,
  since: Mark | null,
  bootSeconds: number,
): number {
  const startedAt = startTicks / ticksPerSecond
  const from = Math.max(since?.bootSeconds ?? 0, startedAt)
  const used = (cpuTicks - (since?.ticks.get(pid) ?? 0)) / ticksPerSecond
  // A process younger than a tick has used none yet.
  return Math.max(0, (100 * used) / Math.max(bootSeconds - from, 1 / ticksPerSecond))
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

function measureTree(
  root: Root,
  tree: ProcStat[],
  span: { since: Mark | null; bootSeconds: number; at: Date },
): Usage {
  const { since, bootSeconds, at } = span
  const processes = tree.map((stat) => ({
    ...stat,
    cpuPercent: cpuPercentOf(stat, since, bootSeconds),
    memoryBytes: readPssBytes(stat.pid),
  }))
  return {
    root,
    at,
    processes,
    cpuPercent: sum(processes.map(({ cpuPercent }) => cpuPercent)),
    memoryBytes: sum(processes.map(({ memoryBytes }) => memoryBytes)),
    uptimeSeconds: Math.max(0, Math.floor(bootSeconds - root.startTicks / ticksPerSecond)),
  }
}

/** Measures the processes of services in /proc, and remembers of each what the next measurement needs. */
export function createFigures(): Figures {
  const known = new Map<string, { usage: Usage; mark: Mark; since: Mark | null }>()
  const measure: Figures['measure'] = (serviceId, root, { now, table = readProcessTable() }) => {
    const tree = readProcessTree(root, table)
    if (tree.length === 0) {
      known.delete(serviceId)
      return null
    }
    const bootSeconds = readBootSeconds()
    const found = known.get(serviceId)
    const before = found && isSame(found.usage.root, root) ? found : null
    const isSoon = before !== null && bootSeconds - before.mark.bootSeconds < shortestSpanSeconds
    const since = (isSoon ? before.since : before?.mark) ?? null
    const usage = measureTree(root, tree, { since, bootSeconds, at: now })
    known.set(
      serviceId,
      isSoon ? { usage, mark: before.mark, since } : { usage, mark: markOf(tree, bootSeconds), since },
    )
    return usage
  }
  return {
    measure,
    read(serviceId, root, now) {
      const usage = known.get(serviceId)?.usage
      const isFresh = usage && isSame(usage.root, root) && now.getTime() - usage.at.getTime() < freshMs
      return isFresh ? usage : measure(serviceId, root, { now })
    },
    newest: (serviceId) => known.get(serviceId)?.usage ?? null,
    keep(serviceIds) {
      for (const id of known.keys()) if (!serviceIds.has(id)) known.delete(id)
    },
  }
}
