/** Where the record has to be that proves whose a name is. */
export const challengeName = (name: string): string => `_portal-challenge.${name}`
