import { z } from 'zod'
import { port, type Settings } from '#server/settings.ts'

export const settings = {
  shape: {
    /** Where mail programs of customers read mail by IMAP over TLS, where Dovecot is installed. */
    MAIL_IMAP_PORT: port(12_993),
    /** The name that mail programs and other servers know this one by. */
    MAIL_HOST: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a host name such as mail.example.com')
      .optional(),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
