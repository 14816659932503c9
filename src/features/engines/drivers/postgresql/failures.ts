import { DatabaseError } from 'pg'
import { codeOf } from '#server/system/disk.ts'
import { EngineRefused, PasswordRefused, WaitRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'

const notAnswering = 'PostgreSQL does not answer.'

/** Out of memory, or of lock table space, which other sessions may have taken. */
export const outOfMemory = '53200'

// SQLSTATEs (Appendix A of PostgreSQL's manual) that are temporary, or for the operator to fix.
const passing: Record<string, string> = {
  '53100': 'The disk of PostgreSQL is full.',
  [outOfMemory]: 'PostgreSQL is out of memory.',
  '57P01': 'PostgreSQL closed the connection.',
  '57P02': notAnswering,
  '57P03': notAnswering,
}

const wrongPassword = '28P01'
// Lock timeouts, statement timeouts and deadlocks.
const waited = ['55P03', '57014', '40P01']
// Two sessions changing one catalog row; this error has no SQLSTATE of its own.
const isOvertaken = ({ code, message }: DatabaseError) =>
  code === 'XX000' && /\bconcurrently (updated|deleted)\b/.test(message)

/** Converts PostgreSQL's offset, in characters from 1, to a JavaScript string index. */
export function offsetOf(text: string, position: number): number {
  let offset = 0
  for (let rest = position - 1; rest > 0 && offset < text.length; rest -= 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  return offset
}

/** PostgreSQL's message with its detail and hint. */
export const sentenceOf = ({ message, detail, hint }: DatabaseError): string =>
  [message, detail, hint]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (/[.!?]$/.test(part ?? '') ? part : `${part}.`))
    .join(' ')

/**
 * Converts a connection error: EngineRefused for refusals of PostgreSQL, EngineUnavailable for anything without a response.
 * Positions are offsets in `sql`.
 */
export function toEngineError(error: unknown, sql?: string): EngineRefused | EngineUnavailable {
  if (error instanceof EngineRefused || error instanceof EngineUnavailable) return error
  if (!(error instanceof DatabaseError)) return new EngineUnavailable(notAnswering, { cause: error })
  const code = error.code ?? ''
  if (code === outOfMemory && sql !== undefined) return new EngineRefused(sentenceOf(error))
  const temporary = passing[code] ?? (code.startsWith('08') ? notAnswering : undefined)
  if (temporary !== undefined) return new EngineUnavailable(temporary, { cause: error })
  if (code === '53300') return new EngineRefused('All connections allowed for this database are in use.')
  if (code === wrongPassword) return new PasswordRefused(sentenceOf(error))
  if (waited.includes(code) || isOvertaken(error)) return new WaitRefused(sentenceOf(error))
  const position = error.position === undefined || sql === undefined ? null : Number(error.position)
  return new EngineRefused(sentenceOf(error), position === null ? null : offsetOf(sql ?? '', position))
}

/** Whether PostgreSQL refused with this SQLSTATE. */
export const isState = (error: unknown, code: string): boolean => codeOf(error) === code

/** Whether PostgreSQL was out of memory or lock table space, which other sessions may have taken. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof EngineUnavailable && isState(error.cause, outOfMemory)
