const ending = '@deleted.invalid'

/** The address that replaces a deleted account's; no mail is sent to it (RFC 2606). */
export const deletedEmail = (userId: string): string => `${userId}${ending}`

/** Whether an account with this address was deleted. */
export const isDeletedEmail = (email: string): boolean => email.endsWith(ending)
