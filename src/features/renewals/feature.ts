import type { Feature } from '#server/feature.ts'
import { listRenewalActivity } from './activity.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { settling, tasks } from './jobs.ts'
import { renewalsProcedures } from './router.ts'
import { domainCharges } from './service/domains/domain-charges.ts'
import { settings } from './settings.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    /** Paid terms, and unpaid invoices. */
    renewal: true
  }
}

export const renewals = {
  name: 'renewals',
  settings,
  procedures: renewalsProcedures,
  open: () => ({ domainCharges }),
  work: { main: { handlers: [settling], tasks } },
  live: { renewal: 'everybody' },
  sharedLive: { renewal: { kind: 'service', from: 'billing' } },
  activity: [{ kind: 'renewal', list: listRenewalActivity }],
  invariants,
  exports,
} satisfies Feature
