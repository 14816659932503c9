import type { Feature } from '#server/feature.ts'
import { listRestartActivity } from './activity.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { eraseAccount } from './lifecycle/erase.ts'
import { deskProcedures } from './router/desk.ts'
import { servicesProcedures } from './router/router.ts'
import { settings } from './settings.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    service: true
  }
}

export const services = {
  name: 'services',
  settings,
  procedures: { servers: servicesProcedures, admin: deskProcedures },
  live: { service: 'everybody' },
  sharedLive: { service: { kind: 'service', from: 'any' } },
  activity: [
    {
      kind: 'restart',
      actions: ['service.restart', 'service.start', 'service.stop', 'service.suspend'],
      list: listRestartActivity,
    },
  ],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
