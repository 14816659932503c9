import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'
import { watchPace } from '#shared/async/pace.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { minute } from '#shared/time.ts'

const maxFieldBytes = 4 * 1_024
const maxFields = 20

type Parts = {
  field: (name: string, value: string) => void
  /** Stores a file; the parts after it wait until it is read. */
  file: (name: string, bytes: Readable) => Promise<void>
}

/** A body slower than this within the patience is cut off: 64 KiB a minute, about the slowest modem. */
const paceBytes = 64 * 1_024
const usualPatienceMs = minute

const tooSlow = () => new DomainError('BAD_REQUEST', 'The upload was too slow and was cancelled.')

const unreadable = () => new DomainError('BAD_REQUEST', 'The upload is incomplete or malformed.')

const typeOf = (request: Request): string => {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) return type
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.')
}

/** Browsers escape these three characters like this (WHATWG HTML, "multipart/form-data encoding algorithm"). */
const decodeName = (name: string): string =>
  name.replace(/%(22|0A|0D)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

type Parser = InstanceType<typeof Busboy>

/** The state of reading a body: the files being stored, and the first reason to stop. */
function createIntake() {
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => {})
  const work: Promise<void>[] = []
  const streams: Readable[] = []
  const stop = () => {
    for (const stream of streams) if (!stream.readableEnded) stream.destroy(unreadable())
  }
  return {
    end,
    stop,
    taken: () => Promise.all(work),
    settled: () => Promise.allSettled(work),
    take(stream: Readable, begin: () => Promise<void>) {
      streams.push(stream)
      let isBroken = false
      stream.on('error', () => {
        isBroken = true
      })
      const taken = begin()
      work.push(taken)
      taken.catch((error) => end.reject(isBroken && !(error instanceof DomainError) ? unreadable() : error))
    },
    /** The reason why a file was refused takes precedence over the abort that it causes. */
    async breakOff() {
      stop()
      await Promise.allSettled(work)
      end.reject(unreadable())
    },
  }
}

type Intake = ReturnType<typeof createIntake>

function createParser(
  { type, maxFiles }: { type: string; maxFiles: number },
  parts: Parts,
  { end, take, breakOff }: Intake,
): Parser {
  const parser = new Busboy({
    headers: { 'content-type': type },
    preservePath: true,
    limits: { fieldSize: maxFieldBytes, fields: maxFields, files: maxFiles, fieldNameSize: 100 },
  })
  parser.on('field', (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) end.reject(invalid(name, 'This field is too long.'))
    else parts.field(name, value)
  })
  parser.on('file', (_field, stream, name) => take(stream, () => parts.file(decodeName(name ?? ''), stream)))
  parser.on('filesLimit', () =>
    end.reject(invalid('file', `You can upload at most ${maxFiles} files at a time.`)),
  )
  parser.on('fieldsLimit', () => end.reject(invalid('file', 'The form has too many fields.')))
  parser.on('error', breakOff)
  parser.on('finish', () => end.resolve())
  return parser
}

type Bounds = {
  maxFiles: number
  /** The time limit for each `paceBytes`. */
  patienceMs?: number
}

/**
 * Reads a multipart body part by part, no faster than its files are written.
 * @throws UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST when it breaks off or is too slow, INVALID for too many parts, errors of
 * `parts.file`
 */
export async function readMultipart(
  request: Request,
  parts: Parts,
  { maxFiles, patienceMs = usualPatienceMs }: Bounds,
): Promise<void> {
  const intake = createIntake()
  const parser = createParser({ type: typeOf(request), maxFiles }, parts, intake)
  feed(request, parser, { end: intake.end, patienceMs }).catch(intake.breakOff)
  try {
    await intake.end.promise
    await intake.taken()
  } finally {
    intake.stop()
    parser.destroy()
    // No work may remain when this returns.
    await intake.settled()
  }
}

/** Feeds the parser until the body ends or reading is stopped. */
async function feed(
  { body }: Request,
  parser: Parser,
  { end, patienceMs }: { end: PromiseWithResolvers<void>; patienceMs: number },
): Promise<void> {
  if (!body) return void parser.end()
  const source = Readable.fromWeb(body as unknown as WebStream)
  const watch = watchPace(
    { bytes: paceBytes, ms: patienceMs },
    { isHeld: () => parser.writableNeedDrain, giveUp: () => end.reject(tooSlow()) },
  )
  source.on('data', ({ byteLength }: Uint8Array) => watch.came(byteLength))
  parser.on('drain', watch.renew)
  const stop = () => source.destroy()
  end.promise.then(stop, stop)
  try {
    await pipeline(source, parser)
  } finally {
    watch.stop()
  }
}
