import type { CustomerContext } from '#server/context.ts'
import { hostOf, isNameOf } from '#shared/host-names.ts'

/**
 * Whether a domain is another name of the portal or of the gateway, as they are set up and as this request reached them: a
 * customer's site there could set cookies for everybody's.
 */
export const isPortalDomain = (ctx: CustomerContext, domain: string): boolean =>
  [ctx.origin(), ctx.sitesOrigin(), ctx.client.host]
    .map(hostOf)
    .some((host) => host !== null && isNameOf(domain, host))
