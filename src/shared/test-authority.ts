/** The id of the portal's own certificate authority, which browsers do not trust. */
export const testAuthority = 'local'
