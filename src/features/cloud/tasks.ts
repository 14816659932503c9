import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { second } from '#shared/time.ts'
import { finishTransitions } from './service/finish-transitions.ts'

/** Notifies open screens when a simulated instance has started, stopped or rebooted. */
export const endTransitions: ScheduledTask = {
  name: 'cloud-transitions',
  everyMs: second,
  run: finishTransitions,
}
