import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { DomainError, invalid } from '#shared/errors.ts'
import { maxUploadFiles } from '../contract.ts'

const maxFieldBytes = 4 * 1_024
const maxFields = 20

type Parts = {
  field: (name: string, value: string) => void
  /** Takes in a file; parts after it wait until it is read. */
  file: (name: string, bytes: Readable) => Promise<void>
}

const unreadable = () => new DomainError('BAD_REQUEST', 'The upload cannot be read to its end.')

const typeOf = (request: Request): string => {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) return type
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.')
}

/** Browsers write these three so (WHATWG HTML, "multipart/form-data encoding algorithm"). */
const decodeName = (name: string): string =>
  name.replace(/%(22|0A|0D)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Reads a multipart body part by part, no faster than its files are written.
 * @throws UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST when it breaks off, INVALID for too many parts, and what `parts.file` throws
 */
export async function readMultipart(request: Request, parts: Parts): Promise<void> {
  const parser = new Busboy({
    headers: { 'content-type': typeOf(request) },
    preservePath: true,
    limits: { fieldSize: maxFieldBytes, fields: maxFields, files: maxUploadFiles, fieldNameSize: 100 },
  })
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => {})
  const work: Promise<void>[] = []
  const streams: Readable[] = []
  // What a file was refused for comes before the breaking off that follows from it.
  const breakOff = async () => {
    for (const stream of streams) if (!stream.readableEnded) stream.destroy(unreadable())
    await Promise.allSettled(work)
    end.reject(unreadable())
  }
  parser.on('field', (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) end.reject(invalid(name, 'This field is too long.'))
    else parts.field(name, value)
  })
  parser.on('file', (_field, stream, name) => {
    streams.push(stream)
    let isBroken = false
    stream.on('error', () => {
      isBroken = true
    })
    const taken = parts.file(decodeName(name ?? ''), stream)
    work.push(taken)
    taken.catch((error) => end.reject(isBroken && !(error instanceof DomainError) ? unreadable() : error))
  })
  parser.on('filesLimit', () => end.reject(invalid('file', `At most ${maxUploadFiles} files at once.`)))
  parser.on('fieldsLimit', () => end.reject(invalid('file', 'There are too many fields.')))
  parser.on('error', breakOff)
  parser.on('finish', () => end.resolve())
  pump(request, parser, end.promise).catch(breakOff)
  try {
    await end.promise
    await Promise.all(work)
  } finally {
    for (const stream of streams) if (!stream.readableEnded) stream.destroy(unreadable())
    parser.destroy()
    // Nothing may be left behind when this returns.
    await Promise.allSettled(work)
  }
}

/** Feeds the parser until the body ends, or until there is nothing left to do. */
async function pump(
  request: Request,
  parser: InstanceType<typeof Busboy>,
  end: Promise<void>,
): Promise<void> {
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  for await (const chunk of request.body ?? []) {
    if (isOver) return
    const isRoom = parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (isRoom) continue
    const drained = new Promise<void>((resolve) => parser.once('drain', resolve))
    await Promise.race([drained, over.catch(() => {})])
  }
  if (!isOver) parser.end()
}
