import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 'v1.'

/** Seals values at rest. `place` is `table:column:row`; a value moved elsewhere does not open. */
export interface Sealer {
  seal(plain: string, place: string): string
  open(sealed: string, place: string): string
}

/** AES-256-GCM with a random nonce a value, bound to its place. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, place) {
      if (!sealed.startsWith(version)) throw new Error('sealed value of an unknown version')
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** A key lies at `path`, whole and on disk: this one, or that of another node that was first. */
async function makeKey(path: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${Bun.randomUUIDv7()}`
  const file = await open(draft, 'wx', 0o400)
  await file.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`)
  await file.sync()
  await file.close()
  try {
    // Unlike a rename, a link does not replace a key that somebody else has put there meanwhile.
    await link(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    await unlink(draft)
  }
  const directory = await open(folder, 'r')
  await directory.sync()
  await directory.close()
}

/**
 * The key of this installation, made with mode 0400 at first start.
 * @throws Error when the file is missing although sealed rows exist (`mayCreate` false), or is no key.
 */
export async function readKey(path: string, mayCreate: boolean): Promise<Buffer> {
  if (!existsSync(path)) {
    if (!mayCreate) throw new Error(`${path}: the key that sealed this data is missing`)
    await makeKey(path)
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${path}: not a key of ${keyBytes} bytes`)
  return key
}
