import type { Client, Submittable } from 'pg'

/** Members of pg's client that its types lack: the connection and its stream. */
type Wire = {
  stream: { write(data: Uint8Array): boolean; pause(): void; resume(): void }
  query(text: string): void
}

/** Most bytes of an answer waiting for the reader. */
const roomBytes = 1_024 * 1_024

/** The rows of a COPY … TO STDOUT as PostgreSQL sends them, paused while they are not read. @throws PostgreSQL's errors */
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
      // A view of the connection's buffer, which is reused.
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
    // Combines many short rows in one write.
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
