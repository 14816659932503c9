import { z } from 'zod'
import { oneOf, origin, port, type Settings } from '#server/settings.ts'
import { parseScannerAddress } from './checks/clamav.ts'

export const settings = {
  title: 'Incoming and outgoing mail',
  shape: {
    MAIL_SMTP_PORT: port(12_525).describe(
      'Port that receives mail for customers; `auto` picks a free one, 0 turns it off. The internet delivers to port 25, which needs CAP_NET_BIND_SERVICE or a redirection.',
    ),
    MAIL_SUBMISSION_PORT: port(12_587).describe(
      'Port where customers’ mail programs submit mail, after STARTTLS and with the mailbox password; `auto` picks a free one, 0 turns it off. Programs expect port 587.',
    ),
    RSPAMD_URL: origin.optional().meta({
      description: 'rspamd for incoming mail, such as `http://127.0.0.1:11333`.',
      whenUnset: 'basic filters',
    }),
    CLAMAV_SOCKET: z
      .string()
      .refine(
        (text) => parseScannerAddress(text) !== null,
        'must be a path such as /run/clamav/clamd.ctl, or a host and a port such as 127.0.0.1:3310',
      )
      .optional()
      .meta({
        description: 'clamd for incoming mail: a path such as `/run/clamav/clamd.ctl`, or `127.0.0.1:3310`.',
        whenUnset: 'no malware scan',
      }),
    MAIL_DIRECT: oneOf('on', 'off')
      .default('off')
      .describe(
        '`on`: without `SMTP_URL`, customers’ mail goes straight to the recipients’ servers, which expect a `MAIL_HOST` with a matching reverse record.',
      ),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
