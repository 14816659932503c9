/** The registrar value of connected names. */
export const external = 'external'
