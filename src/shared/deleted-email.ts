const ending = '@deleted.invalid'

/** The address that stands for that of an account which was deleted; nothing is sent there (RFC 2606). */
export const deletedEmail = (userId: string): string => `${userId}${ending}`

/** Whether an account with this address was deleted. */
export const isDeletedEmail = (email: string): boolean => email.endsWith(ending)
