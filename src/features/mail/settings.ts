import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  title: 'Mails of the portal',
  shape: {
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional()
      .meta({
        description:
          'Relay for mails of the portal and of customers, such as `smtp://user:password@smtp.example.org:587`.',
        whenUnset: '`.eml` files in `DATA_DIR/outbox`',
      }),
    MAIL_FROM: z
      .string()
      .optional()
      .meta({ description: 'Sender of the portal’s mails.', whenUnset: '`no-reply@` and the portal’s host' }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
