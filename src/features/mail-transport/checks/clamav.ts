import { connect, type Socket } from 'node:net'
import { second } from '#shared/time.ts'

const limitMs = 60 * second
const pieceBytes = 65_536

/** A malware scanner. */
export interface VirusScanner {
  /** The name of the malware; null for a clean message. @throws Error when the scanner does not answer */
  scan(content: AsyncIterable<Uint8Array>): Promise<string | null>
  check(): Promise<{ isHealthy: boolean; version: string | null }>
}

/** The address of clamd: a path, or a host and a port. */
export function parseScannerAddress(text: string): { path: string } | { host: string; port: number } | null {
  if (text.startsWith('/')) return { path: text }
  const [, host = '', port = ''] = /^([^\s:]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(text) ?? []
  return host === '' || Number(port) > 65_535
    ? null
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const written = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))

/** Sends a command to clamd, then the data of `speak`; returns its answer. */
async function ask(
  place: string,
  command: string,
  speak?: (socket: Socket) => Promise<void>,
): Promise<string> {
  const at = parseScannerAddress(place)
  if (!at) throw new Error('not a scanner address')
  const socket = connect(at)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  socket.setTimeout(limitMs, () => socket.destroy(new Error('the scanner did not answer')))
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1')
  })
  socket.on('error', reject)
  socket.on('close', () => resolve(said.replace(/\0$/, '').trim()))
  // A socket that fails while connecting reports no failed write.
  promise.catch(() => {})
  const speaking = written(socket, Buffer.from(`z${command}\0`)).then(() => speak?.(socket))
  speaking.catch(() => {})
  try {
    await Promise.race([speaking, promise])
    return await promise
  } finally {
    socket.destroy()
  }
}

/** The clamd at a path or at `host:port`. */
export const createClamav = (place: string): VirusScanner => ({
  async scan(content) {
    const answer = await ask(place, 'INSTREAM', async (socket) => {
      for await (const chunk of content)
        for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
          const piece = chunk.subarray(at, at + pieceBytes)
          const length = Buffer.alloc(4)
          length.writeUInt32BE(piece.byteLength)
          await written(socket, Buffer.concat([length, piece]))
        }
      await written(socket, Buffer.alloc(4))
    })
    if (answer.endsWith('OK')) return null
    const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
    if (found === undefined) throw new Error(`the scanner answered ${answer.slice(0, 100)}`)
    return found.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)
  },
  async check() {
    const answer = await ask(place, 'VERSION').catch(() => '')
    return { isHealthy: answer !== '', version: /ClamAV ([\d.]+)/.exec(answer)?.[1] ?? null }
  },
})
