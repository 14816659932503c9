import { type Extracted, extractedOutput } from '#features/files/contract/extract.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Following } from '../service/extract-zip.ts'

type Work = (following: Following) => Promise<Extracted>

/**
 * Streams a JSON line for every percent of progress. The last line is the outcome: `{ done }`, `{ share }`, or `{ refused }` for
 * an error found during extraction.
 * @throws refusals found before that
 */
export async function answerExtract(
  work: Work,
  describe: (error: unknown) => Promise<ErrorBody>,
): Promise<Response> {
  const ready = Promise.withResolvers<void>()
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isGivenUp = false
  const lines = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      isGivenUp = true
    },
  })
  const write = (line: Record<string, unknown>) => {
    if (!isGivenUp) controller?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
  }
  let reported = 0
  const onProgress = (share: number) => {
    const hundredths = Math.floor(100 * share)
    if (hundredths > reported) write({ share: hundredths / 100 })
    reported = Math.max(reported, hundredths)
  }
  let isReady = false
  const onReady = () => {
    isReady = true
    ready.resolve()
  }
  const end = (line: Record<string, unknown>) => {
    write(line)
    if (!isGivenUp) controller?.close()
  }
  work({ onReady, onProgress, isGivenUp: () => isGivenUp }).then(
    (extracted) => end({ done: extractedOutput.parse(extracted) }),
    async (error) => (isReady ? end({ refused: await describe(error) }) : ready.reject(error)),
  )
  await ready.promise
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(lines, { headers })
}
