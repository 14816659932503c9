import { z } from 'zod'
import { emailKey } from '#shared/email-key.ts'
import { instant, line, lines, maybeInstant } from '#shared/schema.ts'
import { isSeen } from '#shared/text/shown-text.ts'
import { mobileMaxLength, toE164 } from './mobile.ts'
import { passwordMaxLength, passwordMinLength, texts } from './texts.ts'

export const verifyTokenHours = 24

export const email = line(254).pipe(z.email('Enter a valid email address.'))

export const mobile = z.string().transform((text, issue) => {
  const number = toE164(text)
  if (number) return number
  issue.addIssue({ code: 'custom', message: 'Enter a valid mobile number.' })
  return z.NEVER
})

/** Checked exactly as received: never trimmed or changed (ASVS 6.2.8). */
export const password = z
  .string('Enter a password.')
  .min(passwordMinLength, `Use at least ${passwordMinLength} characters.`)
  .max(passwordMaxLength, `Use at most ${passwordMaxLength} characters.`)
  .refine((value) => value.isWellFormed(), 'Use text only.')

const name = line(80)
  .nullish()
  .transform((value) => (value && isSeen(value) ? value : null))

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

export const registerInput = z
  .unknown()
  .superRefine((body, issue) => {
    const { email, mobile } = (body ?? {}) as Record<string, unknown>
    for (const [field, value] of Object.entries({ email, mobile })) {
      if (isBlank(value)) issue.addIssue({ code: 'custom', path: [field], message: texts.bothRequired })
    }
  })
  .pipe(z.object({ email, mobile, password, firstName: name, lastName: name }))

/** A blank e-mail address or number is refused as at sign-up. */
const unlessBlank = <Type extends z.ZodType>(type: Type) =>
  z
    .unknown()
    .refine((value) => value === undefined || !isBlank(value), texts.bothRequired)
    .pipe(type)
    .optional()

const clearable = <Type extends z.ZodType<string>>(type: Type) =>
  type
    .nullable()
    .transform((value) => (value && isSeen(value) ? value : null))
    .optional()

/** Profile fields that customers may change. Missing fields stay; null or an empty string clears an optional one. */
export const profileFields = z.object({
  firstName: clearable(line(80)),
  lastName: clearable(line(80)),
  email: unlessBlank(email.transform(emailKey)),
  mobile: unlessBlank(mobile),
  organization: clearable(line(120)),
  // Normalised as a text area returns it, so that an unedited value is equal.
  address: clearable(lines(500).transform((text) => text.replace(/\r\n?/g, '\n'))),
})

export const loginInput = z.object({
  emailOrMobile: z
    .string('Enter your email or mobile number.')
    .min(1, 'Enter your email or mobile number.')
    .max(mobileMaxLength),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1_024),
  /** A code of the authenticator app or a recovery code, where two-factor is on. */
  code: z.string().trim().max(64).optional(),
})

export const userOutput = z.object({
  id: z.string(),
  email: z.string(),
  mobile: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  address: z.string().nullable(),
  organization: z.string().nullable(),
  isAdmin: z.boolean(),
  hasAdminAccess: z.boolean(),
  emailVerified: z.boolean(),
  mobileVerified: z.boolean(),
  createdAt: instant,
})

const token = z.string().min(1, 'This link is not valid.').max(200)

export const forgotInput = z.object({ email })
export const resetInput = z.object({ token, password })
export const changePasswordInput = z.object({
  currentPassword: z.string('Enter your current password.').min(1, 'Enter your current password.').max(1_024),
  newPassword: password,
})
export const verifyInput = z.object({ token })

export const sessionOutput = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  /** Browser and operating system, as words. */
  device: z.string(),
  /** The kind of network of its last address. */
  place: z.string(),
  createdAt: z.string(),
  /** When it was last used, to the minute; null until first recorded. */
  seenAt: maybeInstant,
  expiresAt: instant,
  isCurrent: z.boolean(),
})
export type SessionRow = z.output<typeof sessionOutput>
