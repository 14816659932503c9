import type { TimelineEvent } from '../../../contract/timeline.ts'

/** Labels of the event kinds. */
export const eventNames: Record<TimelineEvent['kind'], string> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  crash: 'Crash',
  publish: 'Publish',
  backup: 'Backup',
  restore: 'Restore',
}
