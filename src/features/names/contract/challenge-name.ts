/** The name of the record that verifies a domain. */
export const challengeName = (name: string): string => `_portal-challenge.${name}`
