/** How a domain has its names answered. A site without one is redirected to https where it can be, and nowhere else. */
export type Serving = {
  /** The other name of the site that visitors of this one are sent to. */
  goal: string | null
  /** Whether plain requests go to https where there is a certificate. */
  httpsRedirect: boolean
  /** What https answers say of later visits: Strict-Transport-Security (RFC 6797 section 6.1). */
  hsts: string | null
  /** Where visitors are sent in place of a site. */
  redirect: { to: string; status: 302 | 308 } | null
}
