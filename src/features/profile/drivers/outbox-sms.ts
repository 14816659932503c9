import { join } from 'node:path'
import { replaceFile } from '#server/system/disk.ts'
import type { SmsSender } from './sms-sender.ts'

/** Writes each message to `folder/<id>.txt`, beside the mail files; sending one twice leaves one file. */
export function createOutboxSms(folder: string): SmsSender {
  return {
    name: 'text files',
    mode: 'embedded',
    delivery: 'outbox',
    limitation: 'Text messages are only written to files in the outbox; none is sent.',
    async send({ id, to, text }) {
      await replaceFile(join(folder, `${id}.txt`), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
    },
    check: async () => ({ isHealthy: true, version: null, message: null }),
  }
}
