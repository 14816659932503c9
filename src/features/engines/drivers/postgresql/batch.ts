import type { Client, Submittable } from 'pg'
import { mib } from '#shared/bytes.ts'

type Stream = {
  write(data: Uint8Array): boolean
  writable: boolean
  once(name: 'drain' | 'close', heard: () => void): void
  off(name: 'drain' | 'close', heard: () => void): void
}

/** What a client has beyond its types: the connection of pg, and its stream. */
type Wire = {
  stream: Stream
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** A statement of the server's was refused; `done` of those that were sent have been carried out. */
export type Refused = { error: Error; done: number }

// Query message of the protocol (PostgreSQL manual, "Message Formats"): the bytes go as they are, in whatever encoding.
function writeQuery(stream: Stream, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 5)
  const head = Buffer.alloc(5, 'Q')
  head.writeInt32BE(length, 1)
  const message = [head, ...parts, Buffer.alloc(1)]
  // Large statements are not copied.
  if (length > mib) for (const part of message) stream.write(part)
  else stream.write(Buffer.concat(message))
}

/** The stream takes more, or is closed. */
function drained(stream: Stream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const heard = () => {
    stream.off('drain', heard)
    stream.off('close', heard)
    resolve()
  }
  stream.once('drain', heard)
  stream.once('close', heard)
  return promise
}

const isFull = (stream: Stream): boolean => 'writableNeedDrain' in stream && stream.writableNeedDrain === true

/**
 * Sends statements as one text, whose parts these are; what they answer is thrown away. `data` is what a COPY … FROM stdin among them reads.
 * `heard` is called for each message. Null when all were carried out.
 */
export function sendBatch(
  client: Client,
  sql: readonly Buffer[],
  heard: () => void,
  data?: AsyncIterable<Uint8Array>,
): Promise<Refused | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Refused | null>()
  let done = 0
  let refused: Refused | null = null
  let pump: Promise<void> = Promise.resolve()

  const feed = async (wire: Wire) => {
    try {
      for await (const piece of data ?? []) {
        if (refused || !wire.stream.writable) return
        wire.sendCopyFromChunk(piece)
        if (isFull(wire.stream)) await drained(wire.stream)
      }
      if (!refused) wire.endCopyFrom()
    } catch (error) {
      wire.sendCopyFail('the data could not be read')
      reject(error)
    }
  }

  const submittable = {
    submit({ stream }: Wire) {
      writeQuery(stream, sql)
    },
    handleRowDescription: heard,
    handleDataRow: heard,
    handleEmptyQuery: heard,
    handlePortalSuspended: heard,
    handleCopyData: heard,
    handleCopyInResponse(wire: Wire) {
      if (data) pump = feed(wire)
      else wire.sendCopyFail('there is no data for it')
    },
    handleCommandComplete() {
      heard()
      done += 1
    },
    handleError(error: Error) {
      refused ??= { error, done }
      // Without a connection there is no end of the answer.
      if (!('severity' in error)) resolve(refused)
      else void pump.then(() => resolve(refused))
    },
    handleReadyForQuery() {
      void pump.then(() => resolve(refused))
    },
  }
  client.query(submittable as unknown as Submittable)
  return promise
}
