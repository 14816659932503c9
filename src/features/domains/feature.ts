import type { Feature } from '#server/feature.ts'
import { listDomainActivity, listedActions } from './activity.ts'
import type { DomainAddresses } from './drivers/domain-addresses.ts'
import type { DomainCharges } from './drivers/domain-charges.ts'
import type { DomainHttps } from './drivers/domain-https.ts'
import { localRegistrar } from './drivers/local-registrar.ts'
import type { Registrar } from './drivers/registrar.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { listProofActivity } from './proof-activity.ts'
import { deskProcedures } from './router/desk.ts'
import { domainProcedures } from './router/router.ts'
import { eraseAccount } from './service/erase.ts'
import { settings } from './settings.ts'
import { checking, purging, renewing } from './tasks.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    domain: true
  }
}

declare module '#server/context.ts' {
  interface Deps {
    registrar: Registrar
    domainAddresses: DomainAddresses
    domainCharges: DomainCharges
    domainHttps: DomainHttps
  }
}

export const domains = {
  name: 'domains',
  settings,
  procedures: { domains: domainProcedures, admin: deskProcedures },
  open: () => ({ registrar: localRegistrar }),
  // Other work does not wait for DNS answers.
  work: { main: { tasks: [purging, renewing] }, proofs: { tasks: [checking] } },
  drivers: ({ registrar }) => [{ area: 'Domain names', driver: registrar }],
  live: { domain: 'everybody' },
  activity: [
    { kind: 'domain', actions: listedActions, list: listDomainActivity },
    { kind: 'domain', list: listProofActivity },
  ],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
