import type { Address } from './address.ts'
import { sqlState } from './errors.ts'

/** The user and the database of an address, quoted. */
const namesIn = (url: URL) => ({
  user: `"${decodeURIComponent(url.username)}"`,
  database: `"${decodeURIComponent(url.pathname.slice(1) || url.username)}"`,
})

type Names = ReturnType<typeof namesIn>

// SQLSTATE (PostgreSQL, appendix A) or a code of the driver.
const reasons: Record<string, (names: Names) => string> = {
  '3D000': ({ database }) => `it has no database ${database}; create it, or correct the name`,
  '28P01': ({ user }) => `it does not accept the user ${user} with this password; check both`,
  '28000': ({ user }) =>
    `it does not let the user ${user} in; check the name, that the role may log in, and the server's pg_hba.conf`,
  '3F000': ({ user }) =>
    `the user ${user} can use no schema of its database; create one, or correct search_path`,
  '25006': () => 'it is read-only, like a standby; use the primary server',
  '53300': () => 'it has no free connections; raise its max_connections, or set a smaller ?pool=',
  '57P03': () => 'it is starting or stopping; try again in a moment',
  ERR_POSTGRES_TLS_NOT_AVAILABLE: () =>
    'it offers no TLS, which sslmode requires; enable it there, or correct sslmode',
  ERR_POSTGRES_CONNECTION_TIMEOUT: () => 'it does not answer in time; check that it is not overloaded',
}

/** The reason why a server cannot be used, in words for the operator; never with the password. */
export function describePostgresFailure(error: unknown, { url }: Address): string {
  const code = sqlState(error)
  const names = namesIn(url)
  const message = error instanceof Error ? error.message : ''
  if (code === '42501')
    return `the user ${names.user} lacks a permission (${message}); make it the owner of the database ${names.database}, or grant the permission`
  const reason = reasons[code]?.(names)
  if (reason) return reason
  return /CERT|SELF_SIGNED/.test(code)
    ? `its certificate is not trusted (${code}); correct it, or sslmode`
    : [message, code && `(${code})`].filter(Boolean).join(' ') || 'no answer'
}
