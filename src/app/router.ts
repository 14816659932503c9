import { auditingDenials } from '#server/audit/audit-denials.ts'
import { sealing } from '#server/audit/audit-sealing.ts'
import type { Feature } from '#server/feature.ts'
import { sweeping } from '#server/jobs/housekeeping.ts'
import type { Work } from '#server/jobs/jobs.ts'
import { notingSightings } from '#server/sessions/note-sightings.ts'
import { checkSynchronously } from '#server/trpc/synchronous-checks.ts'
import { router } from '#server/trpc/trpc.ts'
import { features, type Intersection } from './features.ts'

type ProceduresOf<F> = F extends { procedures: infer Procedures } ? Procedures : never

/** The procedures of all features; features may share a group. */
type Procedures = Intersection<ProceduresOf<(typeof features)[number]>>

function gather(features: readonly Feature[]): Procedures {
  const groups: NonNullable<Feature['procedures']> = {}
  for (const { procedures = {} } of features)
    for (const [group, part] of Object.entries(procedures))
      groups[group] = group in groups ? { ...groups[group], ...part } : part
  return groups as Procedures
}

export const appRouter = checkSynchronously(router(gather(features)))

export type AppRouter = typeof appRouter

const kernelWork: Record<string, Partial<Work>> = {
  main: { tasks: [auditingDenials, notingSightings, sealing, sweeping] },
}

/** Durable work and scheduled tasks by worker; workers do not wait for each other. */
export const allWork: readonly Work[] = (() => {
  const workers = new Map<string, Work>()
  for (const { work = {} } of [{ work: kernelWork }, ...features] as { work?: Feature['work'] }[])
    for (const [name, { handlers = [], tasks = [] }] of Object.entries(work)) {
      const known = workers.get(name) ?? { handlers: [], tasks: [] }
      workers.set(name, {
        handlers: [...known.handlers, ...handlers],
        tasks: [...known.tasks, ...tasks],
      })
    }
  return [...workers.values()]
})()
