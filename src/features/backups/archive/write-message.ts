import type { ListedMessage } from '../drivers/service-mail.ts'
import { mailPrefix, smallBytes } from './limits.ts'
import type { MessageItem } from './manifest.ts'
import { fileType } from './write-file.ts'
import type { ZipWriter } from './zip-writer.ts'

/** Writes a message as one entry that mail programs can open. Null when it was deleted. */
export async function addMessage(
  zip: ZipWriter,
  { open, writtenAt, ...facts }: ListedMessage,
  nameOf: (name: string, ending: string) => string,
): Promise<MessageItem | null> {
  const content = await open()
  if (!content) return null
  const plain = facts.file.replace(/[^\w.,=+-]/g, '_')
  const name = nameOf(`${mailPrefix}${facts.mailbox}/${facts.folder}/${plain}`, '.eml')
  const entry = { name, mode: fileType | 0o600, modifiedMs: writtenAt.getTime() }
  const hasher = new Bun.CryptoHasher('sha256')
  const item = (sizeBytes: number): MessageItem => ({
    kind: 'message',
    name,
    ...facts,
    sizeBytes,
    sha256: hasher.digest('hex'),
  })
  if (content.size <= smallBytes) {
    const bytes = Buffer.from(await content.arrayBuffer())
    hasher.update(bytes)
    await zip.addBytes(entry, bytes)
    return item(bytes.byteLength)
  }
  let sizeBytes = 0
  const hashed = async function* () {
    for await (const piece of content.stream()) {
      hasher.update(piece)
      sizeBytes += piece.byteLength
      yield Buffer.from(piece)
    }
  }
  await zip.addStream(entry, hashed(), { mostBytes: content.size })
  return item(sizeBytes)
}
