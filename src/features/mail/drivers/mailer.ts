import type { Driver } from '#server/driver.ts'

export type OutgoingMail = {
  id: string
  /** The portal's own host, in whose name the Message-ID is given. */
  domain: string
  /** An address, or as the operator wrote it. */
  from: string | { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** A mail was not handed over, for a reason in the portal's own words: those of a mail server may hold an address. */
export class NotHandedOver extends Error {}

/** The way out for mails. Only the outbox uses it, so that no mail is sent for a change that did not happen. */
export interface Mailer extends Driver {
  /** Handed over for good; throws when it was not, and the outbox tries again later. */
  send(mail: OutgoingMail): Promise<void>
}
