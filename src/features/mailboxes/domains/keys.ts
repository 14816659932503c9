import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { second } from '#shared/time.ts'

/** Shorter ones are not enough any more (RFC 8301), and longer ones do not fit everywhere. */
const modulusLength = 2_048

export type MailKey = {
  selector: string
  /** PKCS#8, PEM. */
  privateKey: string
  /** Base64 of the DER, as its record has it. */
  publicKey: string
}

/** A new key for signatures; its selector is that of no earlier one. */
export async function makeMailKey(now: Date): Promise<MailKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    selector: `mail-${Math.floor(now.getTime() / second).toString(36)}`,
    privateKey,
    publicKey: publicKey.toString('base64'),
  }
}
