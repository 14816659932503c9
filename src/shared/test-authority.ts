/** The id of the portal's own certificate authority, whose certificates no browser trusts. */
export const testAuthority = 'local'
