/** Days for which the data of a service that has ended is kept, and an administrator can bring it back. */
export const keptDays = 30
