import { type OpenFile, openFile } from '#server/system/open-file.ts'
import { acceptedCodings, type Coding } from '#shared/http/codings.ts'
import { contentRange, type Range, readRange } from '#shared/http/range.ts'
import { countsRange, isKnown } from './preconditions.ts'
import { readSitePath, type SitePath } from './request-path.ts'

/** Up to this size a file is read into memory; larger ones are sent from disk, so that slow clients use no memory for them. */
const smallBytes = 16 * 1_024

const methods = new Set(['GET', 'HEAD'])

const page = (status: number, title: string, headers: Record<string, string> = {}): Response =>
  new Response(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n</html>\n`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } },
  )

/** The answer while too many requests are in flight. */
export const answerBusy = (): Response => page(503, 'Service Unavailable', { 'retry-after': '1' })

/** The answer when a file is removed before it is sent. */
export const answerLost = (error: Error): Response =>
  'code' in error && error.code === 'ENOENT' ? page(404, 'Not Found') : page(500, 'Internal Server Error')

/** Text without a byte order mark is UTF-8, as the file manager and the editor write it. */
function typeOf(name: string): string {
  const type = Bun.file(name).type
  return /^text\/[\w.+-]+$|^application\/(json|javascript|xml)$/.test(type) ? `${type}; charset=utf-8` : type
}

/** Bytes of an open file, which is closed; large ones from disk. */
async function bodyOf(
  { handle, path, size }: OpenFile,
  { start, end }: Range,
): Promise<Blob | Uint8Array<ArrayBuffer>> {
  const length = end - start + 1
  try {
    if (length > smallBytes) return length === size ? Bun.file(path) : Bun.file(path).slice(start, end + 1)
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

type FoundFile = { file: OpenFile; type: string; coding: Coding['name'] | null }

/** The file, or its precompressed version if the client accepts that; a range always applies to the file itself. */
async function chooseVariant(
  root: string,
  names: string[],
  request: Request,
  file: OpenFile,
): Promise<FoundFile> {
  const type = typeOf(names.at(-1) ?? '')
  const codings = request.headers.has('range') ? [] : acceptedCodings(request.headers.get('accept-encoding'))
  for (const { name, suffix } of codings) {
    const twin = await openFile(root, [...names.slice(0, -1), names.at(-1) + suffix])
    if (twin === null || twin === 'folder') continue
    await file.handle.close()
    return { file: twin, type, coding: name }
  }
  return { file, type, coding: null }
}

const etagOf = ({ size, mtimeMs }: OpenFile, coding: Coding['name'] | null): string =>
  `"${mtimeMs.toString(36)}-${size.toString(36)}${coding ? `-${coding}` : ''}"`

/** A file with its validators, whole or in part (RFC 9110 sections 8.8, 13 and 14). */
async function answerFile(request: Request, { file, type, coding }: FoundFile): Promise<Response> {
  const etag = etagOf(file, coding)
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': 'public, max-age=0, must-revalidate',
    'accept-ranges': 'bytes',
    'last-modified': new Date(file.mtimeMs).toUTCString(),
    vary: 'Accept-Encoding',
    etag,
    ...(coding ? { 'content-encoding': coding } : {}),
  }
  if (isKnown(request.headers, etag, file.mtimeMs)) {
    await file.handle.close()
    return new Response(null, { status: 304, headers })
  }
  const sitePath = countsRange(request.headers, etag, file.mtimeMs) ? request.headers.get('range') : null
  const range = readRange(sitePath, file.size)
  if (range === 'unsatisfiable') {
    await file.handle.close()
    return page(416, 'Range Not Satisfiable', { 'content-range': contentRange(null, file.size) })
  }
  const part = range ? { 'content-range': contentRange(range, file.size) } : {}
  const whole = range ?? { start: 0, end: file.size - 1 }
  const length = whole.end - whole.start + 1
  const body = await bodyOf(file, whole)
  // Bun would add the name of a file that it sends from disk.
  const plain = body instanceof Blob ? { 'content-disposition': 'inline' } : {}
  const all = { ...headers, ...part, ...plain, 'content-length': String(length) }
  return new Response(length === 0 ? null : body, { status: range ? 206 : 200, headers: all })
}

/** The customer's own `404.html`, or a plain page. */
async function answerMissing(root: string): Promise<Response> {
  const own = await openFile(root, ['404.html'])
  if (own === null || own === 'folder') return page(404, 'Not Found')
  const body = await bodyOf(own, { start: 0, end: own.size - 1 })
  return new Response(body, {
    status: 404,
    headers: { 'content-type': typeOf('404.html'), 'cache-control': 'no-store' },
  })
}

/** Relative, so that it works below any prefix of the site. */
const redirectToFolder = ({ names }: SitePath, query: string): Response =>
  page(301, 'Moved Permanently', { location: `./${encodeURIComponent(names.at(-1) ?? '')}/${query}` })

/**
 * Answers for the site in `root`: files with their validators, `index.html` for a folder, the customer's `404.html`; never a
 * hidden file or one outside.
 */
export async function answerRequest(root: string, request: Request): Promise<Response> {
  if (!methods.has(request.method)) return page(405, 'Method Not Allowed', { allow: 'GET, HEAD' })
  const { pathname, search } = new URL(request.url)
  const sitePath = readSitePath(pathname)
  if (sitePath === 400) return page(400, 'Bad Request')
  if (sitePath === 404) return answerMissing(root)
  const names = sitePath.isFolder ? [...sitePath.names, 'index.html'] : sitePath.names
  const found = await openFile(root, names)
  if (found === null) return answerMissing(root)
  if (found === 'folder') return sitePath.isFolder ? answerMissing(root) : redirectToFolder(sitePath, search)
  return answerFile(request, await chooseVariant(root, names, request, found))
}
