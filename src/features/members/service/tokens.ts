/** What is stored in place of an invitation's token: whoever reads the table cannot use it. */
export const hashToken = (token: string): string => Bun.SHA256.hash(token, 'hex')
