import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { CustomerContext } from '#server/context.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts'
import { DomainError } from '#shared/errors.ts'
import type { DatabaseRow } from '../rows/database-rows.ts'
import { findDatabase, namesOf } from '../rows/database-rows.ts'
import { isMissing } from '../rows/missing.ts'
import { refusalOf } from '../service/outcome.ts'
import { findCreated } from '../service/usable.ts'
import { toWeb } from '../storage/to-web.ts'
import { checkMissing } from '../worker/missing.ts'

type ExportRequest = { id: string; isGzip: boolean; isHead: boolean }

function headersOf({ dbName, dbType }: DatabaseRow, isGzip: boolean): Record<string, string> {
  const name = `${dbName}.${dbType === 'mongodb' ? 'archive' : 'sql'}${isGzip ? '.gz' : ''}`
  return {
    'content-type': isGzip ? 'application/gzip' : 'application/octet-stream',
    'content-disposition': disposition('attachment', name),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

function compressed(source: Readable): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: 4 })
  // The reader of the compressed bytes gets any failure.
  pipeline(source, gzip).catch(() => {})
  return gzip
}

/** An iterator whose first chunk has been read, from that chunk on. */
async function* resumed<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** The dump with its first chunk read, so that an immediate refusal of the engine comes before any byte is sent. */
async function openExport(
  ctx: CustomerContext,
  { row, engine }: Awaited<ReturnType<typeof findCreated>>,
  { isGzip, signal }: { isGzip: boolean; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { content } = await engine.dump(namesOf(row), AbortSignal.any([signal, ctx.databaseWork.ending]))
    const source = Readable.fromWeb(content as unknown as WebStream)
    const chunks: AsyncIterator<Uint8Array> = (isGzip ? compressed(source) : source)[Symbol.asyncIterator]()
    return resumed(await chunks.next(), chunks)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** @throws WRONG_STATE with the reason when the engine has lost it, BUSY while it is being replaced */
async function assertThere(ctx: CustomerContext, row: DatabaseRow): Promise<void> {
  if (!(await checkMissing(ctx, row))) return
  const now = await findDatabase(ctx, row.id)
  if (isMissing(now)) throw new DomainError('WRONG_STATE', now.reason ?? '')
  throw new DomainError('BUSY', 'This database is being replaced. Try again when it is done.')
}

/**
 * Streams a dump of the caller's database. A failure midway aborts the connection, so that a partial dump never looks complete.
 * HEAD is answered without creating a dump.
 * @throws NOT_FOUND, WRONG_STATE, INVALID with the engine's message, UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function answerExport(
  ctx: CustomerContext,
  { id, isGzip, isHead }: ExportRequest,
  { limit, signal }: { limit: ReturnType<typeof createConcurrencyLimit>; signal: AbortSignal },
): Promise<Response> {
  const made = await findCreated(ctx, id)
  await assertThere(ctx, made.row)
  const headers = headersOf(made.row, isGzip)
  if (isHead) return new Response(null, { headers })
  const [answer, ended] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()]
  const work = async () => {
    const bytes = await openExport(ctx, made, { isGzip, signal })
    answer.resolve(new Response(toWeb(bytes, ended.resolve), { headers }))
    await ended.promise
  }
  limit.run(ctx.user.id, work).catch(answer.reject)
  return answer.promise
}
