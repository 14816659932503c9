/** The export job. */
export const exportKind = 'account.export'

/** One export per account at a time. */
export const exportKey = (userId: string): string => `account-export:${userId}`

/** The job that deletes an account after its grace period. */
export const deletionKind = 'account.deletion'

export const deletionKey = (userId: string): string => `account-deletion:${userId}`
