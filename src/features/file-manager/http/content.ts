import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isShownInline } from '#features/files/contract/types.ts'
import type { FileRow } from '#features/files/service/rows.ts'
import { assertPlain, publicPath, serviceFolder } from '#features/files/storage/folders.ts'
import type { Context } from '#server/context.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { knowsEtag } from '#shared/http/etag.ts'
import { contentRange, type Range, readRange } from '#shared/http/range.ts'
import { versionOf } from '../service/version-of.ts'

/** @throws RANGE_NOT_SATISFIABLE when the range starts after the end */
function askedRange(headers: Headers, etag: string, size: number): Range | null {
  const condition = headers.get('if-range')
  const range = readRange(condition === null || condition === etag ? headers.get('range') : null, size)
  if (range !== 'unsatisfiable') return range
  throw new DomainError('RANGE_NOT_SATISFIABLE', 'The file has no such range.', { details: { size } })
}

/** Up to this size the file is read into memory; larger ones are sent from disk at the reader's pace. */
const smallBytes = 64 * 1_024

/**
 * The bytes of a stored file, after checking that it is a regular file of the size in its row. If it is removed before many bytes
 * are sent, the listener answers as missing.
 */
async function readBody(
  ctx: Context,
  file: FileRow,
  { start, end }: Range,
): Promise<Blob | Uint8Array<ArrayBuffer>> {
  const root = serviceFolder(ctx.env.DATA_DIR, file.serviceId)
  await assertPlain(root, publicPath(file.path))
  const path = join(root, publicPath(file.filePath))
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  try {
    const found = await handle?.stat()
    if (!handle || !found?.isFile() || found.size !== file.fileSize) {
      ctx.log.error('a stored file is not what its row says', { file: file.id, service: file.serviceId })
      throw notFound('This file')
    }
    const length = end - start + 1
    if (length > smallBytes) return Bun.file(path).slice(start, end + 1)
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle?.close()
  }
}

const textType = (type: string): string => (type === 'text/plain' ? `${type}; charset=utf-8` : type)

/** Headers for user content, for every reader (OWASP ASVS 3.2.1). */
function headersOf(file: FileRow, etag: string, wantsInline: boolean): Record<string, string> {
  const kind = wantsInline && isShownInline(file.fileType) ? 'inline' : 'attachment'
  return {
    'content-type': textType(file.fileType),
    'content-disposition': disposition(kind, file.fileName),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  }
}

/** Sends a file or the requested range. @throws NOT_FOUND for a folder, RANGE_NOT_SATISFIABLE */
export async function answerContent(ctx: Context, request: Request, file: FileRow): Promise<Response> {
  const version = versionOf(file)
  if (file.isFolder || version === null) throw notFound('This file')
  const etag = `"${version}"`
  const { searchParams } = new URL(request.url)
  const headers = headersOf(file, etag, searchParams.get('disposition') !== 'attachment')
  if (knowsEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const range = askedRange(request.headers, etag, file.fileSize)
  const { start, end } = range ?? { start: 0, end: file.fileSize - 1 }
  const bytes = await readBody(ctx, file, { start, end })
  const length = { 'content-length': String(end - start + 1) }
  const part = range ? { 'content-range': contentRange(range, file.fileSize) } : {}
  const body = file.fileSize === 0 ? null : bytes
  return new Response(body, { status: range ? 206 : 200, headers: { ...headers, ...length, ...part } })
}
