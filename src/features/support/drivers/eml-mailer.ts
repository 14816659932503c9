import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Writes each mail to `folder/<id>.eml` (RFC 5322), complete or not at all; sending one twice leaves one file. */
export function createEmlMailer(folder: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    name: 'eml files',
    mode: 'embedded',
    async send({ id, ...mail }) {
      const { message } = await composer.sendMail({ ...mail, messageId: `<${id}@portal.invalid>` })
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `${id}.tmp`)
      const file = await open(temporary, 'w', 0o600)
      await file.writeFile(message)
      await file.sync()
      await file.close()
      await rename(temporary, join(folder, `${id}.eml`))
    },
    check: async () => ({
      isHealthy: true,
      message: 'Mails are written to files, not sent. Set SMTP_URL to send them.',
    }),
    close() {},
  }
}
