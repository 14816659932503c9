import type { Deps } from '#server/context.ts'
import type { ServiceStatus } from './contract/contract.ts'

type SiteUrls = { url: string | null; previewUrl: string | null }

/** The addresses of a service's site that need no DNS, by id and by slug; null unless it is active and the gateway is on. */
export function siteUrls(
  { sitesOrigin }: Pick<Deps, 'sitesOrigin'>,
  { id, slug, status }: { id: string; slug: string | null; status: ServiceStatus },
): SiteUrls {
  const origin = sitesOrigin()
  if (status !== 'active' || origin === null) return { url: null, previewUrl: null }
  return { url: `${origin}/sites/${id}/`, previewUrl: `${origin}/sites/${slug ?? id}/` }
}

/** Base URL of all site previews; null while the gateway is off. */
export function findPictures({ sitesOrigin }: Pick<Deps, 'sitesOrigin'>): string | null {
  const origin = sitesOrigin()
  return origin && `${origin}/pictures/`
}
