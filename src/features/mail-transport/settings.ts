import { z } from 'zod'
import { oneOf, origin, port, type Settings } from '#server/settings.ts'
import { parseScannerAddress } from './checks/clamav.ts'

export const settings = {
  shape: {
    /** The port that receives mail from outside. */
    MAIL_SMTP_PORT: port(12_525),
    /** The port where customers' mail programs submit mail. */
    MAIL_SUBMISSION_PORT: port(12_587),
    /** The rspamd that checks incoming mail for spam. */
    RSPAMD_URL: origin.optional(),
    /** The clamd that scans incoming mail for malware. */
    CLAMAV_SOCKET: z
      .string()
      .refine(
        (text) => parseScannerAddress(text) !== null,
        'must be a path such as /run/clamav/clamd.ctl, or a host and a port such as 127.0.0.1:3310',
      )
      .optional(),
    /** Whether mail is sent directly to the recipients' servers when there is no SMTP_URL. */
    MAIL_DIRECT: oneOf('on', 'off').default('off'),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
