import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import type { ErrorBody } from '#shared/errors.ts'

/**
 * A refused call of either transport: `message` is the status, a colon, a space and the body text (docs/product/conventions.md, "Errors").
 */
export class ApiError extends TRPCClientError<AppRouter> {
  readonly status: number
  readonly body: Partial<ErrorBody>
  /** From `Retry-After`, when the response had one. */
  retryAfterSeconds?: number

  constructor(status: number, bodyText: string, body: Partial<ErrorBody> = {}, cause?: Error) {
    super(`${status}: ${bodyText}`, cause ? { cause } : undefined)
    // The base class puts its own prototype on every instance.
    Object.setPrototypeOf(this, ApiError.prototype)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** `undefined` for invalid JSON. */
function parse(text: string): Partial<ErrorBody> | undefined {
  try {
    return record(JSON.parse(text))
  } catch {
    return undefined
  }
}

const refusalOf = ({ status, statusText }: Response, text: string): ApiError => {
  const body = parse(text)
  return body ? new ApiError(status, text, body) : new ApiError(status, statusText)
}

/** The error of a failed REST response; the status text replaces a body that is empty or not JSON. */
export const errorOfResponse = async (response: Response): Promise<ApiError> =>
  refusalOf(response, await response.text())

/** The error of an OK response without JSON, such as a proxy's page: the portal did not answer. */
const errorOfNonsense = (): ApiError => new ApiError(502, 'Bad Gateway')

/** The JSON of an OK response. @throws ApiError 502 when it is not JSON */
export async function readJson<T>(response: Response): Promise<T> {
  try {
    return await response.json()
  } catch {
    throw errorOfNonsense()
  }
}

/** The error of a response that is not tRPC's: from a proxy, or from a server that sheds load before parsing the call. */
export async function errorOfForeignAnswer(response: Response): Promise<ApiError | null> {
  const text = await response.clone().text()
  const isOwn = text.startsWith('[') || 'error' in (parse(text) ?? {})
  return isOwn ? null : refusalOf(response, text)
}

/** The error of a tRPC call, with the same message and body as the REST call's. */
export function errorOfCall(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (!(cause instanceof TRPCClientError)) return new ApiError(0, String(cause))
  if (cause.cause instanceof SyntaxError) return errorOfNonsense()
  const shape = record(cause.shape)
  const data = record(shape.data)
  const status = typeof data.httpStatus === 'number' ? data.httpStatus : 0
  const body = { message: cause.message, ...record(data.body) } as Partial<ErrorBody>
  return new ApiError(status, status ? JSON.stringify(body) : cause.message, body, cause)
}

/** The HTTP status of a failed call; 0 without a response. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)

/** The server's own message, or nothing. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status === 0) return undefined
  return error.body.message ?? undefined
}

const genericFailure = 'Something went wrong. Please try again.'
const noAnswer = 'The connection to the server was lost. Please try again once it is back.'
const busy = 'The portal is busy at the moment. Please try again shortly.'

/** One sentence about a failure: the server's own message, else a general one. */
export function failureSentence(error: unknown): string {
  const said = serverMessage(error)
  if (said) return said
  if (!(error instanceof ApiError)) return genericFailure
  if (error.status === 0) return noAnswer
  return error.status === 503 || error.status === 429 ? busy : genericFailure
}

/** Error messages by form field. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? (error.body.fields ?? {}) : {}

/** The request id, for customers to quote to support. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body.requestId : undefined
