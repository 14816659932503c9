import { minute } from '#shared/time.ts'
import type { ScheduledTask } from '../jobs/jobs.ts'

/** Writes when this node last saw each session. */
export const notingSightings: ScheduledTask = {
  name: 'session-sightings',
  everyMs: minute,
  isPerNode: true,
  run: (ctx) => ctx.sightings.flush(ctx.store),
}
