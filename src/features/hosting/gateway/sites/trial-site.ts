import type { Site } from './site-cache.ts'

/** Temporary sites share one address and one server, which is the portal. */
export const trialPrefix = '/try'

/** Represents all of them in the cache; it has no owner, so its traffic is not counted. */
export const trialSite: Site = {
  userId: '',
  serviceId: 'try',
  domain: null,
  status: 'active',
  isUncounted: true,
}
