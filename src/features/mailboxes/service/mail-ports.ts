/** Ports that serve mail programs on this machine; null when not listening. */
export type MailPorts = { submission: number | null; imap: number | null }

export const createMailPorts = (): MailPorts => ({ submission: null, imap: null })
