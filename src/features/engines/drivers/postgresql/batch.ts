import type { Client, Submittable } from 'pg'
import { mib } from '#shared/bytes.ts'

type Stream = {
  write(data: Uint8Array): boolean
  writable: boolean
  once(name: 'drain' | 'close', heard: () => void): void
  off(name: 'drain' | 'close', heard: () => void): void
}

/** Members of pg's client that its types lack: the connection and its stream. */
type Wire = {
  stream: Stream
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The server refused a statement; `done` statements before it were executed. */
export type Refused = { error: Error; done: number }

// Query message of the protocol (PostgreSQL manual, "Message Formats"): the bytes are sent unchanged, in any encoding.
function writeQuery(stream: Stream, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 5)
  const head = Buffer.alloc(5, 'Q')
  head.writeInt32BE(length, 1)
  const message = [head, ...parts, Buffer.alloc(1)]
  // Avoids a copy of large statements.
  if (length > mib) for (const part of message) stream.write(part)
  else stream.write(Buffer.concat(message))
}

/** Resolves when the stream drains or closes. */
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
 * Sends statements as one text in parts and discards the results. `data` feeds a COPY … FROM stdin among them.
 * Calls `heard` for each message. Returns null when all were executed.
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
      // Without a connection the answer never ends.
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
