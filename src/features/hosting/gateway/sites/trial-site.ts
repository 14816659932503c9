import type { Site } from './site-cache.ts'

/** Temporary sites have one address and one server in common; the portal is that server. */
export const trialPrefix = '/try'

/** What stands for all of them where a site is asked for; it is nobody's, so its traffic is not counted. */
export const trialSite: Site = {
  userId: '',
  serviceId: 'try',
  domain: null,
  status: 'active',
  isUncounted: true,
}
