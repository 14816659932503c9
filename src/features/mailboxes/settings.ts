import { z } from 'zod'
import { port, type Settings } from '#server/settings.ts'

export const settings = {
  title: 'Mailboxes',
  shape: {
    MAIL_IMAP_PORT: port(12_993).describe(
      'Port where customers’ mail programs read mail by IMAP over TLS; `auto` picks a free one, 0 turns it off. Needs Dovecot (Debian’s `dovecot-imapd`) and a portal that does not run as root.',
    ),
    MAIL_HOST: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a host name such as mail.example.com')
      .optional()
      .meta({
        description: 'Host name of the mail server: its greeting, and the target of domains’ MX records.',
        whenUnset: 'host of `PUBLIC_ORIGIN`; MX records point to `mail.` below each domain',
      }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
