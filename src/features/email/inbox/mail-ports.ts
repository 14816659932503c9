/** Where mail is had on this machine now; null for what does not listen. */
export type MailPorts = { incoming: number | null; submission: number | null; imap: number | null }

export const createMailPorts = (): MailPorts => ({ incoming: null, submission: null, imap: null })
