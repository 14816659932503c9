/** Where mail programs are served on this machine now; null for what does not listen. */
export type MailPorts = { submission: number | null; imap: number | null }

export const createMailPorts = (): MailPorts => ({ submission: null, imap: null })
