import { DomainError } from '#shared/errors.ts'
import type { Demand } from '#shared/scopes.ts'
import type { SessionUser, ValidSession } from './sessions/session.ts'

/** The API key that a request came with. */
export type KeyUse = { id: string; name: string; scopes: ReadonlySet<string> }

/** A valid key and its owner. */
export type KeyHolder = { user: SessionUser; key: KeyUse; createdAt: Date; expiresAt: Date | null }

const bearer = /^bearer +([^ ]+) *$/i

/**
 * The API key of a request; null for one without. Keys count only below /api, where they replace the cookie: everything else is
 * for browsers (RFC 6750).
 */
export function readBearer({ headers }: Pick<Request, 'headers'>, path: string): string | null {
  if (!path.startsWith('/api/')) return null
  return bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Replaces the session for a request with a key: it has no cookie, is never renewed, and ends by its public id. */
export const standIn = ({ key, createdAt, expiresAt }: KeyHolder): ValidSession => ({
  id: '',
  publicId: key.id,
  userAgent: '',
  address: '',
  createdAt: createdAt.toISOString(),
  // The latest time that a Date can represent.
  expiresAt: expiresAt ?? new Date(8.64e15),
  fresh: false,
  confirmedAt: null,
})

/** @throws FORBIDDEN when one of the calls is closed to keys, SCOPE_REQUIRED with the scope that the key lacks */
export function assertScopes(key: KeyUse, demands: readonly Demand[]): void {
  for (const demand of demands) {
    if (demand === 'nothing' || key.scopes.has(demand)) continue
    if (demand === 'session')
      throw new DomainError('FORBIDDEN', 'API keys cannot do this. Please sign in to the portal.')
    throw new DomainError('SCOPE_REQUIRED', `This API key needs the scope ${demand}.`, {
      details: { scope: demand },
    })
  }
}
