/** The form of an e-mail address for comparison, independent of case and compatibility forms. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
