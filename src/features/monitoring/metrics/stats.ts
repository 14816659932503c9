import type { CustomerContext, PollContext } from '#server/context.ts'
import { readBootTime, ticksPerSecond } from '#server/system/proc.ts'
import { DomainError } from '#shared/errors.ts'
import { type Answer, byId } from '#shared/schema.ts'
import { formatExactMoment, second } from '#shared/time.ts'
import type { processOutput, processStates, statsOutput } from '../contract/contract.ts'
import { findMeasured, type MeasuredService, measuredStatuses } from './measured-service.ts'
import { type ProcessUsage, type Reading, sampleMs } from './node-metrics.ts'
import { isOnOtherNode, readLastSample } from './other-node.ts'
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

async function readNow(ctx: PollContext, service: { id: string; userId: string }): Promise<Reading> {
  const process = ctx.servers.processOf(service.id)
  const now = ctx.now()
  return ctx.nodeMetrics.peek(service, process, now) ?? ctx.nodeMetrics.measure(service, process, { now })
}

async function readStoredStats(ctx: CustomerContext, service: MeasuredService): Promise<Stats> {
  const sample = await readLastSample(ctx, service)
  if (!sample?.isUp) return { ...nothing, sampledAt: sample?.recordedAt ?? ctx.now(), source: 'proc' }
  const { uptime, networkIn, networkOut, processes, recordedAt: sampledAt } = sample
  return {
    cpuUsage: toPercent(sample.cpuUsage),
    memoryUsage: toPercent(sample.memoryUsage),
    diskUsage: toPercent(sample.diskUsage),
    ...{ uptime, networkIn, networkOut, processes, sampledAt },
    source: 'proc',
  }
}

/**
 * The version of the `readStats` result: it changes with every reading and with every byte transferred. A cached reading needs
 * no query. Null on a node that runs no web servers.
 * @throws NOT_FOUND
 */
export async function versionStats(
  ctx: PollContext,
  getRawInput: () => Promise<unknown>,
): Promise<string | null> {
  if (isOnOtherNode(ctx)) return null
  const { id } = byId.parse(await getRawInput())
  const process = ctx.servers.processOf(id)
  const known = ctx.nodeMetrics.peek({ id, userId: ctx.user.id }, process, ctx.now())
  const { at, usage } = known ?? (await readNow(ctx, await findMeasured(ctx, id)))
  const { bytesIn, bytesOut } = ctx.traffic.of(id)
  return [ctx.user.id, id, at.getTime(), usage ? process?.pid : 'down', bytesIn, bytesOut].join('-')
}

/** A service's current usage as percentages of its plan's limits; zeros while nothing runs. @throws NOT_FOUND */
export async function readStats(ctx: CustomerContext, input: { id: string }): Promise<Stats> {
  const service = await findMeasured(ctx, input.id)
  if (isOnOtherNode(ctx)) return readStoredStats(ctx, service)
  const { usage, at: sampledAt } = await readNow(ctx, service)
  if (!usage) return { ...nothing, sampledAt, source: 'proc' }
  const { cpuUsage, memoryUsage, diskUsage } = usagesOf(
    { ...usage, diskBytes: service.diskBytes },
    service.limits,
  )
  const { bytesIn, bytesOut } = ctx.traffic.of(service.id)
  return {
    cpuUsage: toPercent(cpuUsage),
    memoryUsage: toPercent(memoryUsage),
    diskUsage: toPercent(diskUsage),
    uptime: usage.uptimeSeconds,
    networkIn: bytesIn,
    networkOut: bytesOut,
    processes: usage.processes.length,
    sampledAt,
    source: 'proc',
  }
}

// A sleeping process counts as running for its owner.
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

const otherMachine =
  'This server runs on another machine of the portal, and only that machine can list its processes.'

/**
 * Another node's processes: an empty list if there are none.
 * @throws UNAVAILABLE when there may be some, with `processes` and `sampledAt` if they were counted
 */
async function readStoredProcesses(ctx: CustomerContext, service: MeasuredService): Promise<[]> {
  const sample = await readLastSample(ctx, service)
  if (sample ? !sample.isUp : !measuredStatuses.includes(service.status)) return []
  const counted = sample && { processes: sample.processes, sampledAt: sample.recordedAt }
  const sentence = counted
    ? `${otherMachine} At the last count, ${formatExactMoment(counted.sampledAt)}, there were ${counted.processes}.`
    : `${otherMachine} It has not reported a count lately.`
  throw new DomainError('UNAVAILABLE', sentence, {
    retryAfterSeconds: sampleMs / second,
    ...(counted ? { details: counted } : {}),
  })
}

/**
 * The service's processes, its web server first; none while nothing runs.
 * @throws NOT_FOUND, UNAVAILABLE on a node that cannot see them
 */
export async function readProcesses(ctx: CustomerContext, input: { id: string }): Promise<ServiceProcess[]> {
  const service = await findMeasured(ctx, input.id)
  if (isOnOtherNode(ctx)) return readStoredProcesses(ctx, service)
  const { usage } = await readNow(ctx, service)
  if (!usage) return []
  const bootTime = readBootTime()
  return usage.processes.map((process) => present(process, bootTime))
}
