/** The job that makes an export. */
export const exportKind = 'account.export'

/** One export of an account is made at a time. */
export const exportKey = (userId: string): string => `account-export:${userId}`

/** The job that deletes an account whose grace is over. */
export const deletionKind = 'account.deletion'

export const deletionKey = (userId: string): string => `account-deletion:${userId}`
