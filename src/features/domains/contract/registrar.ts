/** The registrar of names that are registered elsewhere. */
export const external = 'external'
