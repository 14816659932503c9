/** The sender: the company name in mails, and the base URL of links. */
export type Sender = { companyName: string; origin: string }

/** The content of a mail. */
export type Letter = {
  kind: string
  /** The row it is about. */
  relatedId?: string | undefined
  subject: string
  /** Replaces the greeting by name. */
  greeting?: string
  paragraphs: string[]
  action?: { label: string; url: string }
}

/** A mail without its sender. A feature's `mails.ts` has a function for each, which takes the facts. */
export type Template = (from: Sender) => Letter

/** The recipient; an account row fits. */
export type Addressee = {
  email: string
  /** The account's id, if any. */
  id?: string
  firstName?: string | null
  emailVerified?: boolean
}
