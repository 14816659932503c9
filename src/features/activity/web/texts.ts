import type { Activity } from '#features/activity/contract.ts'

export const stateNames: Record<Activity['state'], string> = {
  waiting: 'Waiting',
  running: 'In progress',
  done: 'Done',
  failed: 'Failed',
}
