import type { Feature } from '#server/feature.ts'
import { data } from './data.ts'
import { createEmlMailer } from './drivers/eml-mailer.ts'
import type { Mailer } from './drivers/mailer.ts'
import { createSmtpMailer } from './drivers/smtp-mailer.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { sending } from './jobs.ts'
import { deskProcedures } from './router.ts'
import { settings } from './settings.ts'
import { purging } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    mailer: Mailer
  }
}

export const mail = {
  name: 'mail',
  settings,
  procedures: { admin: deskProcedures },
  open: ({ env }) => ({
    mailer: env.SMTP_URL ? createSmtpMailer(env.SMTP_URL) : createEmlMailer(`${env.DATA_DIR}/outbox`),
  }),
  close: ({ mailer }) => mailer.stop?.(),
  // A hanging mail server must not delay activations.
  work: { mail: { handlers: [sending], tasks: [purging] } },
  drivers: ({ mailer }) => [{ area: 'Outgoing mail', driver: mailer }],
  data,
  invariants,
  exports,
} satisfies Feature
