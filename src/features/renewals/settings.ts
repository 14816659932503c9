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
  title: 'Renewals',
  shape: {
    RENEWALS: oneOf('on', 'off')
      .default('on')
      .describe(
        '`off`: everything after the first month of a service or year of a domain is billed outside the portal. No reminders, suspensions or terminations.',
      ),
    RENEW_BEFORE_DAYS: days(14, 1).describe(
      'Days before the end of the paid term when a service’s next invoice is issued; also the minimum time to pay it.',
    ),
    RENEW_REMINDER_DAYS: reminders.meta({
      description: 'Days before the due date when the customer is reminded.',
      whenUnset: '7,3,1',
    }),
    RENEW_GRACE_DAYS: days(7).describe(
      'Days after the due date until an unpaid service is suspended or a domain expires.',
    ),
    RENEW_WARNING_DAYS: days(1, 1).describe(
      'Days before that when the last warning is sent; at least 24 hours.',
    ),
    RENEW_TERMINATE_DAYS: days(30, 1).describe(
      'Days after suspension until an unpaid service is terminated.',
    ),
    DOMAIN_RENEW_BEFORE_DAYS: days(30, 1).describe(
      'Days before a domain’s year ends when its automatic renewal is billed.',
    ),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
