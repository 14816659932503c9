import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { notificationsRouter } from './router.ts'
import { announcing } from './service/announce.ts'
import { eraseAccount } from './service/erase.ts'
import { watchingQuotas } from './service/watch-quotas.ts'
import { sweeping } from './tasks.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    notification: true
  }
}

export const notifications = {
  name: 'notifications',
  procedures: { notifications: notificationsRouter },
  // Screens hear of a notice immediately, however long other jobs take.
  work: {
    notices: { handlers: [announcing] },
    main: { tasks: [sweeping] },
    quotas: { tasks: [watchingQuotas] },
  },
  live: { notification: 'owner' },
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
