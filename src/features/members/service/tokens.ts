/** The stored hash of an invitation's token, which is useless to readers of the table. */
export const hashToken = (token: string): string => Bun.SHA256.hash(token, 'hex')
