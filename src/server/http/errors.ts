import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { Duplicate, StoreUnavailable } from '#db/errors.ts'
import { DomainError, type ErrorBody } from '#shared/errors.ts'

export type Refusal = {
  status: number
  body: ErrorBody
  headers: Record<string, string>
  unexpected: unknown
}

const fromZod = (error: ZodError): DomainError => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  return new DomainError('INVALID', error.issues[0]?.message ?? 'The input is not valid.', { fields })
}

/** Error codes that tRPC raises itself, before a service is called. */
const fromTransport: Partial<Record<TRPCError['code'], DomainError>> = {
  PARSE_ERROR: new DomainError('BAD_REQUEST', 'The request body is not valid JSON.'),
  BAD_REQUEST: new DomainError('BAD_REQUEST', 'The request cannot be read.'),
  NOT_FOUND: new DomainError('NOT_FOUND', 'This path does not exist.'),
  METHOD_NOT_SUPPORTED: new DomainError('METHOD_NOT_ALLOWED', 'This method is not allowed here.'),
  UNSUPPORTED_MEDIA_TYPE: new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'),
}

/** The retry delay when the store cannot answer. */
export const retryAfterSeconds = 2

const unavailable = {
  busy: 'The portal is busy. Please try again in a moment.',
  connection: 'The portal cannot reach its database. Please try again in a moment.',
  slow: 'This took too long. Ask for less data, or try again in a moment.',
  fenced: 'Another server is taking over this part of the portal. Please try again in a moment.',
}

/** The error for a store that cannot handle the request now; the request has changed nothing. */
const fromStore = ({ reason }: StoreUnavailable): DomainError =>
  reason === 'full'
    ? new DomainError('DISK_FULL', "The portal's disk is full. Please try again later.")
    : new DomainError('UNAVAILABLE', unavailable[reason], { retryAfterSeconds })

const taken = new DomainError('CONFLICT', 'This already exists.')

/** The original error of the service or store; tRPC wraps it as the cause of its own. */
function fromService(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (error instanceof StoreUnavailable) return fromStore(error)
  return error instanceof Duplicate ? taken : null
}

/** The refusal behind a thrown value, or `null` for a server error. */
export function asDomainError(error: unknown): DomainError | null {
  if (error instanceof ZodError) return fromZod(error)
  const known = fromService(error instanceof TRPCError ? error.cause : error)
  if (known || !(error instanceof TRPCError)) return known
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return fromZod(error.cause)
  return fromTransport[error.code] ?? null
}

const masked = new DomainError('INTERNAL', 'Something went wrong on our side. Please try again.')

/** The response to a thrown value, on both transports. A server error is masked; `unexpected` then has it for the log. */
export function refuse(error: unknown, requestId: string): Refusal {
  const known = asDomainError(error)
  const refusal = known ?? masked
  const headers: Record<string, string> = {}
  if (refusal.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.ceil(refusal.retryAfterSeconds))
  return {
    status: refusal.status,
    headers,
    body: {
      message: refusal.message,
      code: refusal.code,
      requestId,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      ...refusal.details,
    },
    unexpected: known ? null : error,
  }
}
