/**
 * Every kind of refusal, with its tRPC code and its HTTP status. Closed list: a new refusal gets a row here or reuses one
 * (docs/product/conventions.md, "Errors").
 */
export const errorTable = {
  BAD_REQUEST: { trpc: 'BAD_REQUEST', status: 400 },
  UNAUTHORIZED: { trpc: 'UNAUTHORIZED', status: 401 },
  TOTP_REQUIRED: { trpc: 'UNAUTHORIZED', status: 401 },
  FORBIDDEN: { trpc: 'FORBIDDEN', status: 403 },
  CROSS_SITE: { trpc: 'FORBIDDEN', status: 403 },
  NOT_A_MEMBER: { trpc: 'FORBIDDEN', status: 403 },
  VIEW_ENDED: { trpc: 'FORBIDDEN', status: 403 },
  SCOPE_REQUIRED: { trpc: 'FORBIDDEN', status: 403 },
  NO_ACTIVE_SERVICE: { trpc: 'FORBIDDEN', status: 403 },
  LIMIT_REACHED: { trpc: 'FORBIDDEN', status: 403 },
  SUDO_REQUIRED: { trpc: 'FORBIDDEN', status: 403 },
  NOT_FOUND: { trpc: 'NOT_FOUND', status: 404 },
  METHOD_NOT_ALLOWED: { trpc: 'METHOD_NOT_SUPPORTED', status: 405 },
  CONFLICT: { trpc: 'CONFLICT', status: 409 },
  BUSY: { trpc: 'CONFLICT', status: 409 },
  WRONG_STATE: { trpc: 'CONFLICT', status: 409 },
  PRICE_CHANGED: { trpc: 'CONFLICT', status: 409 },
  DOMAIN_IN_USE: { trpc: 'CONFLICT', status: 409 },
  TOO_LARGE: { trpc: 'PAYLOAD_TOO_LARGE', status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { trpc: 'UNSUPPORTED_MEDIA_TYPE', status: 415 },
  RANGE_NOT_SATISFIABLE: { trpc: 'BAD_REQUEST', status: 416 },
  INVALID: { trpc: 'UNPROCESSABLE_CONTENT', status: 422 },
  TOO_MANY_REQUESTS: { trpc: 'TOO_MANY_REQUESTS', status: 429 },
  INTERNAL: { trpc: 'INTERNAL_SERVER_ERROR', status: 500 },
  BAD_GATEWAY: { trpc: 'BAD_GATEWAY', status: 502 },
  UNAVAILABLE: { trpc: 'SERVICE_UNAVAILABLE', status: 503 },
  DISK_FULL: { trpc: 'INTERNAL_SERVER_ERROR', status: 507 },
} as const

export type ErrorCode = keyof typeof errorTable

/** The body of a refusal; `message` is one sentence for customers. */
export type ErrorBody = {
  message: string
  code: ErrorCode
  requestId: string
  fields?: Record<string, string>
} & Record<string, unknown>

type DomainErrorOptions = {
  /** Field names and their messages, for forms. */
  fields?: Record<string, string>
  /** Further facts, e.g. `currentAmount` of a changed price. */
  details?: Record<string, unknown>
  /** Seconds to wait before a retry; becomes `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal with a reason that the caller may read. Any other error becomes a masked 500. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.fields = options.fields
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorTable[this.code].status
  }
}

/** The same answer for a missing object and another customer's, so that they cannot be distinguished. */
export const notFound = (thing = 'This item'): DomainError =>
  new DomainError('NOT_FOUND', `${thing} was not found.`)

/** The first of the rows. @throws NOT_FOUND when there is none */
export function only<Row>([row]: readonly Row[], thing: string): Row {
  if (row === undefined) throw notFound(thing)
  return row
}

/** A count limit is reached; the answer includes the limit and the current count. */
export const limitReached = (message: string, count: { limit: number; used: number }): DomainError =>
  new DomainError('LIMIT_REACHED', message, { details: count })

/** A 422 for one field; its message is also the answer's. */
export const invalid = (field: string, message: string): DomainError =>
  new DomainError('INVALID', message, { fields: { [field]: message } })
