/** The one form of an e-mail address, in which addresses are compared: without regard to case or compatibility forms. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
