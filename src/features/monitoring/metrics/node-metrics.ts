import {
  type ProcStat,
  readBootSeconds,
  readProcessTable,
  readProcessTree,
  readPssBytes,
  ticksPerSecond,
} from '#server/system/proc.ts'

/** A service's web server process; see `ServerProcess`. */
type Root = { pid: number; startTicks: number }

/** A process with its CPU in percent of one core since the last measurement, and its PSS in bytes. */
export type ProcessUsage = ProcStat & { cpuPercent: number; memoryBytes: number }

/** Usage of a service's processes, the web server first; CPU in percent of one core, memory as PSS. */
export type Usage = {
  cpuPercent: number
  memoryBytes: number
  uptimeSeconds: number
  processes: ProcessUsage[]
}

/** A service at a moment: `root` is the process that should run, `usage` null when nothing did. */
export type Reading = { at: Date; root: Root | null; usage: Usage | null }

type Owned = { id: string; userId: string }

export interface NodeMetrics {
  /** The cached reading of the user's service with this process; null when missing or too old. */
  peek(service: Owned, root: Root | null, now: Date): Reading | null
  /** A new reading; `table` saves reading /proc again for each of many services. */
  measure(service: Owned, root: Root | null, options: { now: Date; table?: ProcessTable }): Promise<Reading>
  /** Forgets all services but these. */
  keep(serviceIds: Set<string>): void
}

export type ProcessTable = ReturnType<typeof readProcessTable>

/** How often services are measured. */
export const sampleMs = 5_000

// A round may be late; an extra measurement beside it would leave it too short an interval for CPU.
const freshMs = 2 * sampleMs
// Ticks are 10 ms long, so CPU over less than this is noise.
const shortestSpanSeconds = 1

/** CPU time per process at a moment; `bootSeconds` counts from boot. */
type Mark = { bootSeconds: number; ticks: Map<number, number> }

const markOf = (tree: ProcStat[], bootSeconds: number): Mark => ({
  bootSeconds,
  ticks: new Map(tree.map(({ pid, cpuTicks }) => [pid, cpuTicks])),
})

const isSame = (one: Root | null, other: Root | null) =>
  one?.pid === other?.pid && one?.startTicks === other?.startTicks

/** CPU of one process in percent of one core since the mark, or since its start if later. */
function cpuPercentOf(
  { pid, cpuTicks, startTicks }: ProcStat,
  since: Mark | null,
  bootSeconds: number,
): number {
  const startedAt = startTicks / ticksPerSecond
  const from = Math.max(since?.bootSeconds ?? 0, startedAt)
  const used = (cpuTicks - (since?.ticks.get(pid) ?? 0)) / ticksPerSecond
  // A process younger than a tick has used none.
  return Math.max(0, (100 * used) / Math.max(bootSeconds - from, 1 / ticksPerSecond))
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

async function measureTree(tree: ProcStat[], since: Mark | null, bootSeconds: number): Promise<Usage> {
  // The kernel walks every page of a process for its PSS, a millisecond each, so not on this thread.
  const memory = await Promise.all(tree.map(({ pid }) => readPssBytes(pid)))
  const processes = tree.map((stat, index) => ({
    ...stat,
    cpuPercent: cpuPercentOf(stat, since, bootSeconds),
    memoryBytes: memory[index] ?? 0,
  }))
  return {
    processes,
    cpuPercent: sum(processes.map(({ cpuPercent }) => cpuPercent)),
    memoryBytes: sum(processes.map(({ memoryBytes }) => memoryBytes)),
    uptimeSeconds: Math.max(0, Math.floor(bootSeconds - (tree[0]?.startTicks ?? 0) / ticksPerSecond)),
  }
}

/** The next reading counts CPU from `mark`; this one counted from `since`. */
type CachedReading = Reading & { userId: string; mark: Mark | null; since: Mark | null }

/** The next reading of a service, after the one `before` of the same process. */
async function readNext(root: Root, before: CachedReading | null, table: ProcessTable) {
  const tree = readProcessTree(root, table)
  if (tree.length === 0) return { usage: null, mark: null, since: null }
  const bootSeconds = readBootSeconds()
  const isSoon = before?.mark ? bootSeconds - before.mark.bootSeconds < shortestSpanSeconds : false
  const since = (isSoon ? before?.since : before?.mark) ?? null
  const usage = await measureTree(tree, since, bootSeconds)
  return { usage, since, mark: (isSoon && before?.mark) || markOf(tree, bootSeconds) }
}

/** Measures services' processes in /proc, and caches the readings for the next round. */
export function createNodeMetrics(): NodeMetrics {
  const readings = new Map<string, CachedReading>()
  return {
    peek({ id, userId }, root, now) {
      const found = readings.get(id)
      const isFresh = found && now.getTime() - found.at.getTime() < freshMs
      return isFresh && found.userId === userId && isSame(found.root, root) ? found : null
    },
    async measure({ id, userId }, root, { now, table }) {
      const found = readings.get(id)
      const before = found && isSame(found.root, root) ? found : null
      const next = root && (await readNext(root, before, table ?? readProcessTable()))
      const reading = { at: now, root, userId, ...(next ?? { usage: null, mark: null, since: null }) }
      readings.set(id, reading)
      return reading
    },
    keep(serviceIds) {
      for (const id of readings.keys()) if (!serviceIds.has(id)) readings.delete(id)
    },
  }
}
