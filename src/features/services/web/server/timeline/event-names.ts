import type { TimelineEvent } from '../../../contract/timeline.ts'

/** What each kind of event is called. */
export const eventNames: Record<TimelineEvent['kind'], string> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  crash: 'Crash',
  publish: 'Publish',
  backup: 'Backup',
  restore: 'Restore',
}
