import { isOutage } from '#db/errors.ts'
import { claimJob, type Job, jobDelaysMs, jobLeaseMs, watchDue } from '#db/jobs.ts'
import { acquireLease } from '#db/locks/leases.ts'
import type { Tx } from '#db/types.ts'
import type { JobContext } from '../context.ts'
import { describeFailure, warnOf } from '../log.ts'
import type { JobHandler } from './job-handler.ts'
import { reportFailure, runJob, sentenceOf, usualHeartbeatMs } from './run-job.ts'

/**
 * Work done at an interval, by one node at a time by default: sweeping, sealing, refreshing. `stopping` aborts waits for external
 * systems.
 */
export type ScheduledTask = {
  name: string
  everyMs: number
  /** Every node runs it. */
  isPerNode?: true
  /** Whether the settings of this node give it anything to do; true by default. */
  isHere?(ctx: JobContext): boolean
  run(ctx: JobContext, stopping: AbortSignal): Promise<void>
}

/** The work of one worker, done one job at a time. */
export type Work = { handlers: JobHandler[]; tasks: ScheduledTask[] }

export interface Worker {
  /** Starts nothing more, and waits for the current work, at most `graceMs` if given; an unfinished job is taken over later. */
  stop(graceMs?: number): Promise<void>
}

const idleMs = 200

type Beat = { heartbeatMs: number }

/** Runs a task unless another node is running it; renews its lease until it ends. */
async function runAlone(
  ctx: JobContext,
  { name, run }: { name: string; run: () => Promise<void> },
  { holder, heartbeatMs }: Beat & { holder: string },
): Promise<void> {
  const renew = () =>
    acquireLease(ctx.store, { name: `task:${name}`, holder, now: ctx.now(), ttlMs: jobLeaseMs })
  if (!(await renew())) return
  const beat = setInterval(() => {
    renew().catch((error) => warnOf(ctx.log, 'lease not renewed', error, { task: name }))
  }, heartbeatMs)
  try {
    await run()
  } finally {
    clearInterval(beat)
  }
}

/** The work of a worker: due jobs and tasks, in turn. */
function createRounds(ctx: JobContext, work: Work, heartbeatMs: number) {
  const holder = Bun.randomUUIDv7()
  const handlers = new Map(work.handlers.map((handler) => [handler.kind, handler]))
  const longestDelayMs = Math.max(...work.handlers.flatMap(({ delaysMs = jobDelaysMs }) => delaysMs))
  const isAnyDue = watchDue(ctx.store, { kinds: [...handlers.keys()], longestDelayMs })
  const nextRun = new Map<string, number>()
  const stopping = new AbortController()

  const gaveUp = (tx: Tx, job: Job, why: string) => {
    const handler = handlers.get(job.kind)
    const message = `${sentenceOf(handler, null)} ${why}`
    return reportFailure(tx, ctx, { handler, job, message, outcome: 'failed' })
  }
  return {
    stopping,
    async runJobs() {
      while (!stopping.signal.aborted) {
        const kinds = work.handlers.filter(({ isHere }) => isHere?.(ctx) ?? true).map(({ kind }) => kind)
        if (kinds.length === 0 || !(await isAnyDue(ctx.now()))) return
        const job = await claimJob(ctx.store, { holder, now: ctx.now(), kinds, longestDelayMs, gaveUp })
        const handler = job && handlers.get(job.kind)
        if (!job || !handler) return
        await runJob(ctx, { handler, job, stopping: stopping.signal })
      }
    },
    async runTasks() {
      for (const task of work.tasks.filter(({ isHere }) => isHere?.(ctx) ?? true)) {
        if (stopping.signal.aborted || (nextRun.get(task.name) ?? 0) > performance.now()) continue
        nextRun.set(task.name, performance.now() + task.everyMs)
        const run = () => task.run(ctx, stopping.signal)
        const begin = () =>
          task.isPerNode || !ctx.node.isShared
            ? run()
            : runAlone(ctx, { name: task.name, run }, { holder, heartbeatMs })
        await begin().catch((error) => {
          if (stopping.signal.aborted || isOutage(error)) throw error
          ctx.log.error('task failed', { task: task.name, ...describeFailure(error) })
        })
      }
    },
  }
}

/** Runs every due job, every task, and the jobs they create; for tests. */
export async function workOnce(ctx: JobContext, work: Work): Promise<void> {
  const { runJobs, runTasks } = createRounds(ctx, work, usualHeartbeatMs)
  await runJobs()
  await runTasks()
  await runJobs()
}

/** Starts the loop that runs jobs and tasks; a store failure is logged and the loop continues. */
export function startWorker(
  ctx: JobContext,
  work: Work,
  { heartbeatMs }: Beat = { heartbeatMs: usualHeartbeatMs },
): Worker {
  const { stopping, runJobs, runTasks } = createRounds(ctx, work, heartbeatMs)
  const isStopped = () => stopping.signal.aborted
  let timer: Timer | null = null
  let current: Promise<void> = Promise.resolve()

  const pass = async () => {
    try {
      await runJobs()
      await runTasks()
    } catch (error) {
      if (!isStopped() && !isOutage(error)) ctx.log.error('worker failed', describeFailure(error))
    }
  }
  const loop = () => {
    current = pass().then(() => {
      if (!isStopped()) timer = setTimeout(loop, idleMs)
    })
  }
  loop()
  return {
    async stop(graceMs) {
      stopping.abort()
      if (timer) clearTimeout(timer)
      await (graceMs === undefined ? current : Promise.race([current, Bun.sleep(graceMs)]))
    },
  }
}
