import { ApiError, fieldErrors } from '#web/lib/calls/api-error.ts'

/** The server names an address by its place in the list, and all of them are in one field. */
export function inOneField(error: unknown, field: string): unknown {
  const [sentence] = Object.values(fieldErrors(error))
  if (!(error instanceof ApiError) || !sentence) return error
  return new ApiError(error.status, '', { ...error.body, fields: { [field]: sentence } })
}
