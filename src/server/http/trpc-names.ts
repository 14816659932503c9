import { DomainError } from '#shared/errors.ts'

export const trpcEndpoint = '/api/trpc'

/**
 * The procedures named in the URL of a tRPC call. tRPC unescapes it before splitting, so an escaped comma separates two names
 * like a plain one.
 * @throws BAD_REQUEST for an invalid escape
 */
export function namesIn(path: string): string[] {
  try {
    return decodeURIComponent(path.slice(trpcEndpoint.length + 1)).split(',')
  } catch {
    throw new DomainError('BAD_REQUEST', 'The address of this request is not valid.')
  }
}
