import { join } from 'node:path'
import { replaceFile } from '#server/system/disk.ts'
import type { Transport } from './transport.ts'

/** Writes each message to `folder/<id>.eml` as it would have been sent; idempotent. */
export const createOutbox = (folder: string): Transport => ({
  name: 'eml files',
  mode: 'embedded',
  way: 'files',
  limitation: 'Customers’ outgoing mail is saved but not sent. Set SMTP_URL, or MAIL_DIRECT=on, to send it.',
  send: (_, letter) => replaceFile(join(folder, `${letter.id}.eml`), letter.open(), { mode: 0o600 }),
  check: async () => ({ isHealthy: true, version: null, message: null }),
})
