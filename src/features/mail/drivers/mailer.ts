export type OutgoingMail = {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
}

/** The way out for mails. Only the outbox uses it, so that no mail is sent for a change that did not happen. */
export interface Mailer {
  readonly name: string
  readonly mode: 'embedded' | 'remote'
  /** Handed over for good; throws when it was not, and the outbox tries again later. */
  send(mail: OutgoingMail): Promise<void>
  check(): Promise<{ isHealthy: boolean; message: string | null }>
  close(): void
}
