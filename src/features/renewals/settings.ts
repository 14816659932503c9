import { z } from 'zod'
import { oneOf, type Settings } from '#server/settings.ts'

const rule = (least: number) => `must be a whole number of days from ${least} to 365`

const days = (fallback: number, least = 0) =>
  z.coerce
    .number(rule(least))
    .int(rule(least))
    .min(least, rule(least))
    .max(365, rule(least))
    .default(fallback)

const reminderRule = 'must be numbers of days separated by commas, such as 7,3,1'

const reminders = z
  .string()
  .regex(/^\d{1,3}(,\d{1,3})*$/, reminderRule)
  .default('7,3,1')
  .transform((list) => [...new Set(list.split(',').map(Number))].toSorted((one, other) => other - one))

export const settings = {
  shape: {
    /** Whether the portal bills renewals after the first month or year, and enforces their payment. */
    RENEWALS: oneOf('on', 'off').default('on'),
    RENEW_BEFORE_DAYS: days(14, 1),
    RENEW_REMINDER_DAYS: reminders,
    RENEW_GRACE_DAYS: days(7),
    RENEW_WARNING_DAYS: days(1, 1),
    RENEW_TERMINATE_DAYS: days(30, 1),
    DOMAIN_RENEW_BEFORE_DAYS: days(30, 1),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
