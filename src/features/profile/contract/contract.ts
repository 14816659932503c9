import { z } from 'zod'
import { profileFields } from '#features/auth/contract/contract.ts'

const noPhoto = new Set<unknown>([null, ''])

/**
 * Any part of the profile. `profileImageUrl` is the URL of an uploaded photo, without its query; null or an empty string removes
 * the photo.
 */
export const updateProfileInput = profileFields.extend({
  profileImageUrl: z
    .string()
    .max(300, 'Choose a photo that you uploaded.')
    .nullable()
    .transform((value) => (noPhoto.has(value) ? null : value))
    .optional(),
})

export const uploadOutput = z.object({ uploadURL: z.string() })

export const codeDigits = 6
export const codeMinutes = 10
export const codeAttempts = 5

/** With `outbox`, no text message is sent; the administrator finds it in the outbox files. */
export const sentCodeOutput = z.object({ ok: z.literal(true), delivery: z.enum(['sms', 'outbox']) })

export const verifyMobileInput = z.object({
  code: z
    .string('Enter the code from the message.')
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, `Enter the ${codeDigits} digits from the message.`)),
})
