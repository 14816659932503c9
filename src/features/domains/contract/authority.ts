/** The id of the portal's own authority, whose certificates no browser trusts. */
export const testAuthority = 'local'
