import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { activityRouter } from './router.ts'
import type { ActivitySource } from './scope.ts'

declare module '#server/feature.ts' {
  interface Feature {
    /** The feature's long-running work, for the activity list. */
    activity?: readonly ActivitySource[]
  }
}

export const activity = {
  name: 'activity',
  procedures: { activity: activityRouter },
  exports,
} satisfies Feature
