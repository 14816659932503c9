import type { ExtractChoice, Extracted } from '#features/files/contract/extract.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { ApiError, errorOfResponse } from '#web/lib/calls/api-error.ts'
import { watchedFetch } from '#web/lib/calls/watched-fetch.ts'

export type Extracting = {
  id: string
  conflict?: ExtractChoice | undefined
  unwrap?: boolean
  onProgress: (share: number) => void
  signal: AbortSignal
}

type Line = { share?: number; done?: Extracted; refused?: ErrorBody }

/** Yields the complete lines of a streamed body. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

const unprocessable = 422

/** Extracts a stored zip on the server and reports progress. @throws ApiError, status 0 when the connection is cut off */
export async function extractFile({ id, onProgress, signal, ...wish }: Extracting): Promise<Extracted> {
  const answer = await watchedFetch(`/api/files/${id}/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
    signal,
  })
  if (!answer.ok || !answer.body) throw await errorOfResponse(answer)
  for await (const { share, done, refused } of readLines(answer.body)) {
    if (done) return done
    if (refused) throw new ApiError(unprocessable, JSON.stringify(refused), refused)
    if (share !== undefined) onProgress(share)
  }
  throw new ApiError(0, 'The connection was lost.')
}
