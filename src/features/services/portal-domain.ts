import type { CustomerContext, JobContext } from '#server/context.ts'
import { hostOf, isNameOf } from '#shared/host-names.ts'

/**
 * Whether a domain is another name of the portal or of the gateway, as they are set up and as a request reached them: a
 * customer's site there could set cookies for everybody's.
 */
export const isPortalDomain = (ctx: CustomerContext | JobContext, domain: string): boolean =>
  [ctx.origin(), ctx.sitesOrigin(), 'client' in ctx ? ctx.client.host : null]
    .map(hostOf)
    .some((host) => host !== null && isNameOf(domain, host))
