import type { Address } from './address.ts'
import { sqlState } from './errors.ts'

/** The user and the database that an address names, quoted. */
const namesIn = (url: URL) => ({
  user: `"${decodeURIComponent(url.username)}"`,
  database: `"${decodeURIComponent(url.pathname.slice(1) || url.username)}"`,
})

type Names = ReturnType<typeof namesIn>

// SQLSTATE (PostgreSQL, appendix A) or a code of the driver.
const reasons: Record<string, (names: Names) => string> = {
  '3D000': ({ database }) => `there is no database ${database} on it; create it, or correct the name`,
  '28P01': ({ user }) => `it does not accept the user ${user} with this password; check both`,
  '28000': ({ user }) =>
    `it does not let the user ${user} in; check the name, that the role may log in, and pg_hba.conf of the server`,
  '3F000': ({ user }) =>
    `no schema of its database can be used by the user ${user}; create one, or correct search_path`,
  '25006': () => 'it only reads, as a standby does; name the server that writes',
  '53300': () => 'it has no connection left; raise its max_connections, or set a smaller ?pool=',
  '57P03': () => 'it is starting or stopping; try again in a moment',
  ERR_POSTGRES_TLS_NOT_AVAILABLE: () =>
    'it offers no TLS, which sslmode asks for; enable it there, or correct sslmode',
  ERR_POSTGRES_CONNECTION_TIMEOUT: () => 'it does not answer in time; check that it is not overloaded',
}

/** Why a server does not do what the portal needs, in words for the operator; never with the password. */
export function describePostgresFailure(error: unknown, { url }: Address): string {
  const code = sqlState(error)
  const names = namesIn(url)
  const message = error instanceof Error ? error.message : ''
  if (code === '42501')
    return `the user ${names.user} lacks a right (${message}); make it the owner of the database ${names.database}, or grant it the right`
  const reason = reasons[code]?.(names)
  if (reason) return reason
  return /CERT|SELF_SIGNED/.test(code)
    ? `its certificate is not trusted (${code}); correct it, or sslmode`
    : [message, code && `(${code})`].filter(Boolean).join(' ') || 'no answer'
}
