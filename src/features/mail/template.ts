/** Who sends: what mails call the company, and where their links lead. */
export type Sender = { companyName: string; origin: string }

/** What a mail says. */
export type Letter = {
  kind: string
  /** The row it tells about. */
  relatedId?: string | undefined
  subject: string
  /** Instead of a hello by name. */
  greeting?: string
  paragraphs: string[]
  action?: { label: string; url: string }
}

/** A mail that still has to learn who sends it. A feature's `mails.ts` has a function for each, which takes the facts. */
export type Template = (from: Sender) => Letter

/** Whom a mail goes to; the row of an account will do. */
export type Addressee = {
  email: string
  /** The account's id, where there is one. */
  id?: string
  firstName?: string | null
  emailVerified?: boolean
}
