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

/** An address in the form it is stored in. */
const address = line(320, addressRule).transform((text, issue) => {
  const read = readAddress(text)
  if (read !== null) return read
  issue.addIssue({ code: 'custom', message: addressRule })
  return z.NEVER
})

/** Each address once. */
const targets = z
  .array(address, 'Enter a list of addresses.')
  .transform((list) => [...new Set(list)])
  .pipe(z.array(z.string()).max(maxTargets, `At most ${maxTargets} addresses.`))

/** What To, Cc or Bcc of a message may name. */
export const recipients = z.array(address).max(maxRecipients, `At most ${maxRecipients} addresses.`)
/** What To names of a message that is sent. */
export const requiredRecipients = recipients.min(1, 'Enter at least one address.')

export const createAccountInput = z.object({
  /** The part before the `@`; lower-cased. */
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
  /** Whether mail is set up for its domain, as a domain that is offered says. */
  isMailOn: z.boolean(),
  /** With its domain as people read it. */
  email: z.string(),
  type: z.enum(accountTypes),
  status: z.enum(['active', 'suspended', 'pending']),
  isActive: z.boolean(),
  /** Why it takes no mail although it is active, as a sentence. */
  reason: z.string().nullable(),
  /** MB of 1,048,576 bytes, not rounded. */
  used: z.number(),
  /** MB */
  quota: z.number(),
  forwardTo: z.array(z.string()),
  keepCopy: z.boolean(),
  /** Plain text below what is written on the screen; empty when there is none. */
  signature: z.string(),
  messagesReceived: z.number(),
  spamBlocked: z.number(),
  unseen: z.number(),
  createdAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type EmailAccount = z.output<typeof accountOutput>

export const createdAccountOutput = accountOutput.extend({
  /** Of a mailbox; shown here and never again. */
  oneTimePassword: z.string().nullable(),
})

export const passwordOutput = z.object({ oneTimePassword: z.string() })

export const statsOutput = z.object({
  /** Messages received by all accounts, spam included. */
  totalEmails: z.number(),
  /** Refused, or filed as spam. */
  spamBlocked: z.number(),
  /** GB of 1,073,741,824 bytes, not rounded. */
  storageUsed: z.number(),
})
export type EmailStats = z.output<typeof statsOutput>

/** A domain that addresses can be made under. */
export const offeredDomainOutput = z.object({
  /** Null for the examples. */
  id: z.string().nullable(),
  name: z.string(),
  /** The service that the domain leads to; null for none. */
  serviceId: z.string().nullable(),
  isExample: z.boolean(),
  /** Whether mail is set up for it: its records are published and what it sends is signed. */
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
  /** Until then it can be restored. */
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

/** Sets mail up for a domain; with `apply: false` it is only said what would change. */
export const domainMailInput = z.object({
  id,
  apply: z.boolean().default(true),
  /** Of the preview: refused when the zone changed since. */
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

/** Without the DNS the answer is there at once: what is stored, and the records that it should have. */
export const domainMailStateInput = z.object({ id, dns: z.enum(['ask', 'skip']).default('ask') })

/** The mail of a domain, with what the DNS says of it. */
export const domainMailStateOutput = z.object({
  id: z.string(),
  name: z.string(),
  isMailOn: z.boolean(),
  selector: z.string().nullable(),
  rotatedAt: maybeInstant,
  greylisting: z.boolean(),
  catchAllId: z.string().nullable(),
  /** Whether all name servers of the domain are the portal's; null when none are known. */
  isDnsHere: z.boolean().nullable(),
  /** Each looked up now, or `unanswered` where nothing was asked. */
  checks: z.array(
    z.object({
      what: z.enum(['MX', 'SPF', 'DKIM', 'DMARC']),
      /** The whole name that the record stands at. */
      name: z.string(),
      /** `ok`: as it should be. */
      state: z.enum(['ok', 'missing', 'different', 'unanswered']),
      found: z.string().nullable(),
      /** Null for a key that is made when mail is set up. */
      wanted: z.string().nullable(),
      /** Which server was asked. */
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

/** How mail is had here, for the set-up of programs and for what the screen says. */
export const setupOutput = z.object({
  /** Where mail is received; null when it is off. */
  incoming: endpoint.nullable(),
  /** Null when no IMAP server is there: mail is read on the screen. */
  imap: endpoint.nullable(),
  submission: endpoint.nullable(),
  /** `files`: nothing leaves this installation. */
  outgoing: z.enum(['relay', 'direct', 'files']),
  spamFilter: z.enum(['rspamd', 'rules']),
  virusScanner: z.enum(['clamav', 'none']),
})
export type MailSetup = z.output<typeof setupOutput>

export const isExample = (domain: string): boolean => exampleDomains.some((name) => name === domain)
