import type { Feature } from '#server/feature.ts'
import { listDomainActivity, listedActions } from './activity.ts'
import { createDnsViews, type DnsViews } from './dns-views.ts'
import type { DomainAddresses } from './drivers/domain-addresses.ts'
import type { DomainCharges } from './drivers/domain-charges.ts'
import { localRegistrar } from './drivers/local-registrar.ts'
import { describeResolver } from './drivers/own-server.ts'
import { createRecursiveResolver } from './drivers/recursive-resolver.ts'
import type { Registrar } from './drivers/registrar.ts'
import type { Resolver } from './drivers/resolver.ts'
import { exports } from './exports.ts'
import { domainsHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { listProofActivity } from './proof-activity.ts'
import { deskProcedures } from './router/desk.ts'
import { domainProcedures } from './router.ts'
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
    resolver: Resolver
    dnsViews: DnsViews
    domainAddresses: DomainAddresses
    domainCharges: DomainCharges
  }
}

export const domains = {
  name: 'domains',
  settings,
  procedures: { domains: domainProcedures, admin: deskProcedures },
  http: {
    routes: [
      {
        method: 'GET',
        path: '/api/domains/:id/dns/export',
        access: 'customer',
        description: {
          summary: 'Downloads the DNS records of a domain as a zone file.',
          answer: { type: 'text/plain' },
          refusals: [404],
        },
      },
    ],
    mount: domainsHttp,
  },
  open: ({ env }) => ({
    registrar: localRegistrar,
    resolver: createRecursiveResolver(env.DNS_RESOLVERS),
    dnsViews: createDnsViews(),
  }),
  // Others do not wait for answers of the DNS.
  work: { main: { tasks: [purging, renewing] }, proofs: { tasks: [checking] } },
  drivers: (deps) => [
    { area: 'Domain names', driver: deps.registrar },
    { area: 'DNS resolver', driver: describeResolver(deps) },
  ],
  live: { domain: 'everybody' },
  activity: [
    { kind: 'domain', actions: listedActions, list: listDomainActivity },
    { kind: 'domain', list: listProofActivity },
  ],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
