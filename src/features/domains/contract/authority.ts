/** The authority of this portal, whose certificates no browser trusts by itself. */
export const testAuthority = 'local'
