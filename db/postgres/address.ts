import { StoreError } from '../errors.ts'

/** `setting` is the name of the setting that has the address. */
export type Address = {
  url: URL /** Host and database, as displayed. */
  place: string
  max: number
  prepare: boolean
  setting: string
}

const defaultPool = 16

// A pooler runs a prepared statement in another session: behind one, results of different queries were mixed up.
const isPooled = (url: URL): boolean =>
  url.searchParams.get('prepare') === 'false' ||
  /pooler|pgbouncer/.test(url.hostname) ||
  url.port === '6432' ||
  url.port === '6543'

const codes =
  'write special characters in user and password as codes: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25'

/**
 * DATABASE_URL without the portal's own `?prepare=false` and `?pool=16`, which the server would refuse, and their values.
 * @throws StoreError when it is invalid; the message gives the reason and quotes nothing, since it may contain a password
 */
export function readAddress(address: string, setting = 'DATABASE_URL'): Address {
  const problem = problemOf(address)
  if (problem)
    throw new StoreError(`${setting} ${problem}; the format is postgres://user:password@host:5432/database`)
  const url = new URL(address)
  const prepare = !isPooled(url)
  const max = Math.max(1, Number(url.searchParams.get('pool') ?? defaultPool) || defaultPool)
  const socket = url.searchParams.get('path') ?? url.searchParams.get('host')
  const place = (socket || url.host) + url.pathname
  url.searchParams.delete('prepare')
  url.searchParams.delete('pool')
  return { url, place, max, prepare, setting }
}

const isEncoded = (part: string): boolean => {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** The problem of an address, or null. */
function problemOf(address: string): string | null {
  const [, authority = '', path = '', search = '', hash = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(address) ?? []
  if (!/^postgres(ql)?:\/\//i.test(address)) return 'does not begin with postgres://'
  if (/\s/.test(address)) return 'contains a space or a line break'
  // After a `/`, `?` or `#` in the password, the rest of it would be parsed as another part, and displayed.
  if (hash || (path + search).includes('@')) return `has a / or ? or # before its host (${codes})`
  if (!isEncoded(authority + path)) return `has a % that is not part of a code (${codes})`
  const [host = '', port] =
    /^(\[.*\]|[^:]*)(?::(.*))?$/s.exec(authority.slice(authority.lastIndexOf('@') + 1))?.slice(1) ?? []
  if (port?.includes(':'))
    return 'has an IPv6 address without brackets, or a : in its password (written as %3A)'
  const options = new URLSearchParams(search)
  // Bun reads a local socket from these.
  if (!(host || options.get('host') || options.get('path'))) return 'has no host'
  if (port && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return 'has an invalid port: use a number from 1 to 65535'
  if (path.length < 2) return 'has no database'
  return URL.canParse(address) ? null : `is not a valid address (${codes})`
}
