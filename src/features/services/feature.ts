import type { Feature } from '#server/feature.ts'
import { listRestartActivity } from './activity.ts'
import { eraseAccount } from './erase.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { provisioning } from './jobs.ts'
import { listLostNames } from './lost-names-activity.ts'
import { servicesProcedures } from './router.ts'
import { settings } from './settings.ts'
import { sweepingNames } from './sweep-names.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    service: true
  }
}

export const services = {
  name: 'services',
  settings,
  procedures: { servers: servicesProcedures },
  work: { main: { handlers: [provisioning], tasks: [sweepingNames] } },
  live: { service: 'everybody' },
  activity: [
    {
      actions: ['service.restart', 'service.start', 'service.stop', 'service.suspend'],
      list: listRestartActivity,
    },
    { actions: ['service.domain-lost'], list: listLostNames },
  ],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
