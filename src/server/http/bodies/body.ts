import { DomainError } from '#shared/errors.ts'

const maxBodyBytes = 64 * 1_024
const jsonType = /^application\/json\s*(;|$)/i
const tooLarge = () => new DomainError('TOO_LARGE', 'The request body is too large.')

/** The body as it arrives. @throws BAD_REQUEST when the caller disconnects before its end, which is not a server error */
async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? []
  } catch (cause) {
    throw new DomainError('BAD_REQUEST', 'The request ended before its body was complete.', { cause })
  }
}

/**
 * The whole body of a request that must be small; never reads beyond the limit, regardless of the stated length.
 * @throws TOO_LARGE beyond `limit` bytes, BAD_REQUEST when it is truncated
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of piecesOf(request)) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A JSON body; `{}` when it is empty.
 * @throws BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE or TOO_LARGE (64 KiB by default), counted in actual bytes.
 */
export async function readJson(request: Request, limit = maxBodyBytes): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const bytes = await readBody(request, limit)
  const type = request.headers.get('content-type')
  if (bytes.byteLength === 0 && (!type || jsonType.test(type))) return {}
  if (!type || !jsonType.test(type)) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DomainError('BAD_REQUEST', 'The request body is not valid JSON.')
  }
}
