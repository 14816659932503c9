import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { replaceFile } from '#server/system/disk.ts'
import type { Mailer } from './mailer.ts'
import { toMessage } from './message.ts'

/** Writes each mail to `folder/<id>.eml` (RFC 5322), atomically and idempotently. */
export function createEmlMailer(folder: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    name: 'eml files',
    mode: 'embedded',
    limitation: 'Outgoing mail is only saved to files. Set SMTP_URL to send it.',
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail))
      await replaceFile(join(folder, `${mail.id}.eml`), message, { mode: 0o600 })
    },
    check: async () => ({ isHealthy: true, version: null, message: null }),
  }
}
