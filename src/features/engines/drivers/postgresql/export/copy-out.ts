import type { Client, Submittable } from 'pg'

/** What a client has beyond its types: the connection of pg, and its stream. */
type Wire = {
  stream: { write(data: Uint8Array): boolean; pause(): void; resume(): void }
  query(text: string): void
}

/** The largest part of an answer that waits for its reader. */
const roomBytes = 1_024 * 1_024

/** The rows of a COPY … TO STDOUT as PostgreSQL sends them; it waits while nobody reads. @throws what PostgreSQL answers */
export async function* copyOut(client: Client, sql: string): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = []
  let bytes = 0
  let isOver = false
  let failure: Error | null = null
  let wire: Wire | null = null
  let isPaused = false
  let wake = () => {}
  const submittable = {
    submit(connection: unknown) {
      wire = connection as Wire
      wire.query(sql)
    },
    handleCopyData({ chunk }: { chunk: Uint8Array }) {
      // A view of the connection's buffer, which is used again.
      waiting.push(new Uint8Array(chunk))
      bytes += chunk.length
      if (bytes > roomBytes && !isPaused) {
        isPaused = true
        wire?.stream.pause()
      }
      wake()
    },
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleReadyForQuery() {
      isOver = true
      wake()
    },
    handleError(error: Error) {
      failure = error
      isOver = true
      wake()
    },
  }
  client.query(submittable as unknown as Submittable)
  for (;;) {
    const pieces = waiting.splice(0)
    bytes = 0
    // One write for many short rows.
    if (pieces.length > 0) yield Buffer.concat(pieces)
    if (waiting.length > 0) continue
    if (isOver) break
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    if (isPaused) {
      isPaused = false
      ;(wire as Wire | null)?.stream.resume()
    }
    await promise
  }
  if (failure) throw failure
}
