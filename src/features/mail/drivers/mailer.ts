import type { Driver } from '#server/driver.ts'

export type OutgoingMail = {
  id: string
  /** The portal's own host, which the Message-ID uses. */
  domain: string
  /** An address, or as the operator wrote it. */
  from: string | { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** A delivery failure in the portal's own words: a mail server's reply may contain an address. */
export class NotHandedOver extends Error {}

/** The transport for mails. Only the outbox uses it, so that no mail is sent for a change that did not happen. */
export interface Mailer extends Driver {
  /** Hands a mail over; throws on failure, and the outbox retries later. */
  send(mail: OutgoingMail): Promise<void>
}
