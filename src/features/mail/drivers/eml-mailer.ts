import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

async function writeDurably(path: string, message: Buffer | Readable): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(message)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes each mail to `folder/<id>.eml` (RFC 5322), complete or not at all; sending one twice leaves one file. */
export function createEmlMailer(folder: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    name: 'eml files',
    mode: 'embedded',
    async send({ id, ...mail }) {
      const { message } = await composer.sendMail({ ...mail, messageId: `<${id}@portal.invalid>` })
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `${id}.${crypto.randomUUID()}.tmp`)
      try {
        await writeDurably(temporary, message)
        await rename(temporary, join(folder, `${id}.eml`))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    check: async () => ({
      isHealthy: true,
      version: null,
      message: 'Mails are written to files, not sent. Set SMTP_URL to send them.',
    }),
  }
}
