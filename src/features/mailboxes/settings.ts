import { z } from 'zod'
import { port, type Settings } from '#server/settings.ts'

export const settings = {
  shape: {
    /** The port for IMAP over TLS, where Dovecot is installed. */
    MAIL_IMAP_PORT: port(12_993),
    /** The host name of this server for mail programs and other servers. */
    MAIL_HOST: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a host name such as mail.example.com')
      .optional(),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
