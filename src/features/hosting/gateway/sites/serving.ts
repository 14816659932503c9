/** The serving rules of a domain's names. A site without rules is redirected to https where possible, and nowhere else. */
export type Serving = {
  /** The other name of the site that visitors of this one are redirected to. */
  goal: string | null
  /** Whether plain requests redirect to https where there is a certificate. */
  httpsRedirect: boolean
  /** The HSTS header of https answers: Strict-Transport-Security (RFC 6797 section 6.1). */
  hsts: string | null
  /** A redirect target in place of a site. */
  redirect: { to: string; status: 302 | 308 } | null
}
