import type { Feature } from '#server/feature.ts'
import type { Resolver } from './contract.ts'
import { createDnsViews, type DnsViews } from './dns-views.ts'
import { describeResolver } from './drivers/own-server.ts'
import { createRecursiveResolver } from './drivers/recursive-resolver.ts'
import { settings } from './settings.ts'

declare module '#server/context.ts' {
  interface Deps {
    resolver: Resolver
    dnsViews: DnsViews
  }
}

export const resolver = {
  name: 'resolver',
  settings,
  open: ({ env }) => ({
    resolver: createRecursiveResolver(env.DNS_RESOLVERS),
    dnsViews: createDnsViews(),
  }),
  drivers: (deps) => [{ area: 'DNS resolver', driver: describeResolver(deps) }],
} satisfies Feature
