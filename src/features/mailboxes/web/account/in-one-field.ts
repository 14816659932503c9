import { ApiError, fieldErrors } from '#web/lib/calls/api-error.ts'

/** The server reports an address by its index in the list, but one field holds them all. */
export function inOneField(error: unknown, field: string): unknown {
  const [sentence] = Object.values(fieldErrors(error))
  if (!(error instanceof ApiError) || !sentence) return error
  return new ApiError(error.status, '', { ...error.body, fields: { [field]: sentence } })
}
