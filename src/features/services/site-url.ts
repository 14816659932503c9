import type { Deps } from '#server/context.ts'
import type { ServiceStatus } from './contract.ts'

/** Where the site of a service answers without DNS; null unless it is active and the gateway is on. */
export function siteUrl(
  { sitesOrigin }: Pick<Deps, 'sitesOrigin'>,
  { id, status }: { id: string; status: ServiceStatus },
): string | null {
  const origin = sitesOrigin()
  return status === 'active' && origin !== null ? `${origin}/sites/${id}/` : null
}
