import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './portal.ts'

/** The text of a mail as its reader sees it: quoted-printable decoded (RFC 2045 section 6.7). */
const decodeMail = (source: string): string =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

async function readMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => Bun.file(join(folder, name)).text()),
  )
  return texts.map(decodeMail)
}

/** The link to `path` in a mail to an address, once the mail is in the outbox. */
export async function linkInMail(dataDir: string, to: string, path: string): Promise<string> {
  return until(async () => {
    const mails = (await readMails(dataDir)).filter((mail) => mail.includes(`To: ${to}`))
    const links = mails.flatMap((mail) => mail.match(/https?:\/\/[^\s"<]+/g) ?? [])
    return links.find((link) => new URL(link).pathname === path)
  })
}
