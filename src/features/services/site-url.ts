import type { Deps } from '#server/context.ts'
import type { ServiceStatus } from './contract/contract.ts'

type SiteUrls = { url: string | null; previewUrl: string | null }

/** Where the site of a service answers without DNS, by its id and readable; null unless it is active and the gateway is on. */
export function siteUrls(
  { sitesOrigin }: Pick<Deps, 'sitesOrigin'>,
  { id, slug, status }: { id: string; slug: string | null; status: ServiceStatus },
): SiteUrls {
  const origin = sitesOrigin()
  if (status !== 'active' || origin === null) return { url: null, previewUrl: null }
  return { url: `${origin}/sites/${id}/`, previewUrl: `${origin}/sites/${slug ?? id}/` }
}

/** The place of all small pictures of sites; null while the gateway is off. */
export function findPictures({ sitesOrigin }: Pick<Deps, 'sitesOrigin'>): string | null {
  const origin = sitesOrigin()
  return origin && `${origin}/pictures/`
}
