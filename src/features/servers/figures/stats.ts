import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { processOutput, processStates, statsOutput } from '../contract/figures.ts'
import type { ProcessUsage, Usage } from './figures.ts'
import { findMeasured } from './measured-service.ts'
import { readBootTime, ticksPerSecond } from './proc.ts'
import { toPercent, usagesOf } from './shares.ts'

type Stats = Answer<typeof statsOutput>
type ServiceProcess = Answer<typeof processOutput>

const nothing = {
  cpuUsage: 0,
  memoryUsage: 0,
  diskUsage: 0,
  uptime: 0,
  networkIn: 0,
  networkOut: 0,
  processes: 0,
}

function readUsage(ctx: CustomerContext, serviceId: string): Usage | null {
  const process = ctx.servers.processOf(serviceId)
  return process && ctx.figures.read(serviceId, process, ctx.now())
}

/** What the service uses now, as shares of its plan's limits; zeros while nothing of it runs. @throws NOT_FOUND */
export async function readStats(ctx: CustomerContext, input: { id: string }): Promise<Stats> {
  const { id, diskBytes, limits } = await findMeasured(ctx, input.id)
  const usage = readUsage(ctx, id)
  if (!usage) return { ...nothing, sampledAt: ctx.now(), source: 'proc' }
  const { cpuUsage, memoryUsage, diskUsage } = usagesOf({ ...usage, diskBytes }, limits)
  const { bytesIn, bytesOut } = ctx.traffic.of(id)
  return {
    cpuUsage: toPercent(cpuUsage),
    memoryUsage: toPercent(memoryUsage),
    diskUsage: toPercent(diskUsage),
    uptime: usage.uptimeSeconds,
    networkIn: bytesIn,
    networkOut: bytesOut,
    processes: usage.processes.length,
    sampledAt: usage.at,
    source: 'proc',
  }
}

// One that waits for the next request runs, as far as its owner is concerned.
const statusOf = (state: string): (typeof processStates)[number] => {
  if (state === 'Z' || state === 'X') return 'zombie'
  return state === 'T' || state === 't' ? 'stopped' : 'running'
}

const present = (process: ProcessUsage, bootTime: number): ServiceProcess => ({
  name: process.name,
  pid: process.pid,
  cpu: Math.round(process.cpuPercent * 100) / 100,
  memory: process.memoryBytes,
  threads: process.threads,
  status: statusOf(process.state),
  startedAt: new Date(bootTime + (process.startTicks * 1_000) / ticksPerSecond),
})

/** The processes of the service, its web server first; none while nothing runs. @throws NOT_FOUND */
export async function readProcesses(ctx: CustomerContext, input: { id: string }): Promise<ServiceProcess[]> {
  const { id } = await findMeasured(ctx, input.id)
  const usage = readUsage(ctx, id)
  if (!usage) return []
  const bootTime = readBootTime()
  return usage.processes.map((process) => present(process, bootTime))
}
