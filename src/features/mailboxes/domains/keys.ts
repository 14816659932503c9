import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { second } from '#shared/time.ts'

/** RFC 8301 rejects shorter keys, and some DNS providers cannot store longer ones. */
const modulusLength = 2_048

export type MailKey = {
  selector: string
  /** PKCS#8, PEM. */
  privateKey: string
  /** Base64 of the DER, as in the DKIM record. */
  publicKey: string
}

/** A new signing key; its selector differs from those of earlier keys. */
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
