export const accountTypes = ['mailbox', 'forwarding', 'alias'] as const
export type AccountType = (typeof accountTypes)[number]

export const folders = ['inbox', 'drafts', 'sent', 'archive', 'spam', 'trash'] as const
export type Folder = (typeof folders)[number]

/** Offered to customers without a domain; these addresses receive no mail. */
export const exampleDomains = ['example.com', 'example.org', 'example.net'] as const

export const maxTargets = 10
/** MB */
export const minQuota = 10
export const maxQuota = 51_200
/** Days before messages in spam and trash are deleted. */
export const cleanupDays = 30
/** Bytes of a message, received or sent. */
export const maxMessageBytes = 26_214_400
/** Octets of the header section of an arriving or submitted message, without the empty line after it. */
export const maxHeadBytes = 262_144
/** Characters of a signature. */
export const maxSignature = 1_000
/** Recipients of one message. */
export const maxRecipients = 100

/** Lower-case letters, digits, `.`, `_` and `-`; a letter or digit at both ends, no two dots in a row. */
export const localPattern = /^(?!.*\.\.)[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/** Forwardings and aliases of a service, together. */
export const maxOthers = 100
