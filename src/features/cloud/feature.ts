import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { refreshing } from './jobs.ts'
import { cloudProcedures } from './router/router.ts'
import { endTransitions } from './tasks.ts'

export const cloud = {
  name: 'cloud',
  procedures: { cloud: cloudProcedures },
  work: {
    main: { tasks: [endTransitions] },
    // A cloud provider that hangs must not delay other work.
    clouds: { tasks: [refreshing] },
  },
  exports,
} satisfies Feature
