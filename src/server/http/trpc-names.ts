import { DomainError } from '#shared/errors.ts'

export const trpcEndpoint = '/api/trpc'

/**
 * The procedures that the address of a tRPC call names. tRPC unescapes an address before it parts it, so an escaped comma
 * parts two names like a plain one. @throws BAD_REQUEST for a broken escape
 */
export function namesIn(path: string): string[] {
  try {
    return decodeURIComponent(path.slice(trpcEndpoint.length + 1)).split(',')
  } catch {
    throw new DomainError('BAD_REQUEST', 'The address of this request cannot be read.')
  }
}
