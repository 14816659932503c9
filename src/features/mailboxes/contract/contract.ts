import { z } from 'zod'
import { id, idFilter, instant, line, lines, maybeInstant, page, requiredLine } from '#shared/schema.ts'
import { readAddress } from './address.ts'
import {
  accountTypes,
  exampleDomains,
  localPattern,
  maxQuota,
  maxRecipients,
  maxSignature,
  maxTargets,
  minQuota,
} from './rules.ts'

const addressRule = 'Enter an email address such as name@example.com.'

/** An address in stored form. */
const address = line(320, addressRule).transform((text, issue) => {
  const read = readAddress(text)
  if (read !== null) return read
  issue.addIssue({ code: 'custom', message: addressRule })
  return z.NEVER
})

/** Removes duplicate addresses. */
const targets = z
  .array(address, 'Enter a list of addresses.')
  .transform((list) => [...new Set(list)])
  .pipe(z.array(z.string()).max(maxTargets, `At most ${maxTargets} addresses.`))

/** Addresses in To, Cc or Bcc of a message. */
export const recipients = z.array(address).max(maxRecipients, `At most ${maxRecipients} addresses.`)
/** Addresses in To of a message that is sent. */
export const requiredRecipients = recipients.min(1, 'Enter at least one address.')

export const createAccountInput = z.object({
  /** The local part, lower-cased. */
  local: requiredLine(200, 'Enter the part before the @.')
    .transform((text) => text.toLowerCase())
    .pipe(
      z
        .string()
        .regex(
          localPattern,
          'At most 64 letters, digits, dots, hyphens and underscores; a letter or digit at both ends, and no two dots in a row.',
        ),
    ),
  domain: requiredLine(253, 'Choose a domain.'),
  type: z.enum(accountTypes, 'Choose mailbox, forwarding or alias.').default('mailbox'),
  forwardTo: targets.optional(),
})

export const listAccountsInput = page.extend({ serviceId: idFilter.optional() })

export const accountOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  domainId: z.string().nullable(),
  /** Whether mail is set up for its domain, as in the list of offered domains. */
  isMailOn: z.boolean(),
  /** With its domain in Unicode. */
  email: z.string(),
  type: z.enum(accountTypes),
  status: z.enum(['active', 'suspended', 'pending']),
  isActive: z.boolean(),
  /** Why an active account receives no mail, as a sentence. */
  reason: z.string().nullable(),
  /** MB of 1,048,576 bytes, not rounded. */
  used: z.number(),
  /** MB */
  quota: z.number(),
  forwardTo: z.array(z.string()),
  keepCopy: z.boolean(),
  /** Plain text appended to messages written in the web inbox; empty for no signature. */
  signature: z.string(),
  messagesReceived: z.number(),
  spamBlocked: z.number(),
  unseen: z.number(),
  createdAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type EmailAccount = z.output<typeof accountOutput>

export const createdAccountOutput = accountOutput.extend({
  /** The password of a new mailbox; returned only here. */
  oneTimePassword: z.string().nullable(),
})

export const passwordOutput = z.object({ oneTimePassword: z.string() })

export const statsOutput = z.object({
  /** Messages received by all accounts, spam included. */
  totalEmails: z.number(),
  /** Rejected, or filed as spam. */
  spamBlocked: z.number(),
  /** GB of 1,073,741,824 bytes, not rounded. */
  storageUsed: z.number(),
})
export type EmailStats = z.output<typeof statsOutput>

/** A domain that can have email accounts. */
export const offeredDomainOutput = z.object({
  /** Null for the examples. */
  id: z.string().nullable(),
  name: z.string(),
  /** The service that the domain points to; null for none. */
  serviceId: z.string().nullable(),
  isExample: z.boolean(),
  /** Whether mail is set up for it: its records are published and its mail is signed. */
  isMailOn: z.boolean(),
})
export type OfferedDomain = z.output<typeof offeredDomainOutput>

export const setStatusInput = z.object({
  id,
  status: z.enum(['active', 'suspended'], 'Choose active or suspended.'),
})

export const setForwardingInput = z.object({
  id,
  forwardTo: targets,
  keepCopy: z.boolean().default(false),
})

export const setStorageInput = z.object({
  id,
  /** MB */
  quota: z
    .number('Enter a number of MB.')
    .int('Enter a whole number of MB.')
    .min(minQuota, `At least ${minQuota} MB.`)
    .max(maxQuota, `At most ${maxQuota} MB.`),
})

export const setSignatureInput = z.object({ id, signature: lines(maxSignature) })

export const cleanupInput = z.object({
  id,
  olderThanDays: z
    .number('Enter a number of days.')
    .int('Enter whole days.')
    .min(1, 'At least 1 day.')
    .max(3_650, 'At most 3650 days.'),
})
export const cleanupOutput = z.object({ removed: z.number(), account: accountOutput })

export const deletedAccountOutput = z.object({
  id: z.string(),
  email: z.string(),
  type: z.enum(accountTypes),
  used: z.number(),
  deletedAt: instant,
  /** The account can be restored until then. */
  purgeAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type DeletedAccount = z.output<typeof deletedAccountOutput>

const record = z.object({
  type: z.string(),
  name: z.string(),
  value: z.string(),
  ttl: z.number(),
  priority: z.number().nullable(),
})

/** Sets up mail for a domain; `apply: false` previews the changes. */
export const domainMailInput = z.object({
  id,
  apply: z.boolean().default(true),
  /** The serial of the preview: a zone that changed since is a conflict. */
  serial: z.number().int().optional(),
})
export const domainMailOutput = z.object({
  applied: z.boolean(),
  serial: z.number(),
  added: z.array(record),
  removed: z.array(record),
  kept: z.number(),
  effects: z.array(z.string()),
})
export type DomainMailChange = z.output<typeof domainMailOutput>

/** Without `dns`, the stored state and the expected records are returned without a lookup. */
export const domainMailStateInput = z.object({ id, dns: z.enum(['ask', 'skip']).default('ask') })

/** The mail setup of a domain, with its DNS checks. */
export const domainMailStateOutput = z.object({
  id: z.string(),
  name: z.string(),
  isMailOn: z.boolean(),
  selector: z.string().nullable(),
  rotatedAt: maybeInstant,
  greylisting: z.boolean(),
  catchAllId: z.string().nullable(),
  /** Whether all name servers of the domain belong to the portal; null when none are known. */
  isDnsHere: z.boolean().nullable(),
  /** Looked up now, or `unanswered` when no lookup ran. */
  checks: z.array(
    z.object({
      what: z.enum(['MX', 'SPF', 'DKIM', 'DMARC']),
      /** The full name of the record. */
      name: z.string(),
      /** `ok`: as expected. */
      state: z.enum(['ok', 'missing', 'different', 'unanswered']),
      found: z.string().nullable(),
      /** Null for the key, which is generated during set-up. */
      wanted: z.string().nullable(),
      /** The server that was queried. */
      server: z.string().nullable(),
    }),
  ),
})
export type DomainMailState = z.output<typeof domainMailStateOutput>

export const setDomainMailInput = z.object({
  id,
  greylisting: z.boolean().optional(),
  catchAllId: id.nullable().optional(),
})

const endpoint = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(['TLS', 'STARTTLS', 'none']),
})

/** The mail servers of this installation, for set-up guides and notices. */
export const setupOutput = z.object({
  /** Where mail is received; null when receiving is off. */
  incoming: endpoint.nullable(),
  /** Null without an IMAP server: mail is read in the web inbox. */
  imap: endpoint.nullable(),
  submission: endpoint.nullable(),
  /** `files`: mail does not leave this installation. */
  outgoing: z.enum(['relay', 'direct', 'files']),
  spamFilter: z.enum(['rspamd', 'rules']),
  virusScanner: z.enum(['clamav', 'none']),
})
export type MailSetup = z.output<typeof setupOutput>

export const isExample = (domain: string): boolean => exampleDomains.some((name) => name === domain)
