import { z } from 'zod'
import { oneOf, origin, port, type Settings } from '#server/settings.ts'
import { readPlace } from './checks/clamav.ts'

export const settings = {
  shape: {
    /** Where mail from outside arrives. */
    MAIL_SMTP_PORT: port(12_525),
    /** Where mail programs of customers hand mail over. */
    MAIL_SUBMISSION_PORT: port(12_587),
    /** rspamd, which judges mail that arrives. */
    RSPAMD_URL: origin.optional(),
    /** clamd, which looks for malware in it. */
    CLAMAV_SOCKET: z
      .string()
      .refine(
        (text) => readPlace(text) !== null,
        'must be a path such as /run/clamav/clamd.ctl, or a host and a port such as 127.0.0.1:3310',
      )
      .optional(),
    /** Whether mail leaves for the servers of its recipients when there is no SMTP_URL. */
    MAIL_DIRECT: oneOf('on', 'off').default('off'),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
