import { StoreError } from '../errors.ts'

/** `setting` is the name of the setting that has the address. */
export type Address = { url: URL; max: number; prepare: boolean; setting: string }

const defaultPool = 16

// A pooler runs a prepared statement in another session: with one in between, rows got mixed up.
const isPooled = (url: URL): boolean =>
  url.searchParams.get('prepare') === 'false' ||
  /pooler|pgbouncer/.test(url.hostname) ||
  url.port === '6432' ||
  url.port === '6543'

/**
 * DATABASE_URL without the portal's own `?prepare=false` and `?pool=16`, which the server would refuse, and the values of
 * these.
 * @throws StoreError when it is not an address; the message does not repeat it, since it may contain a password
 */
export function readAddress(address: string, setting = 'DATABASE_URL'): Address {
  if (!isAddress(address))
    throw new StoreError(
      `${setting} is no address like postgres://user:password@host:5432/database; special characters of user and password are written as codes: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25`,
    )
  const url = new URL(address)
  const prepare = !isPooled(url)
  const max = Math.max(1, Number(url.searchParams.get('pool') ?? defaultPool) || defaultPool)
  url.searchParams.delete('prepare')
  url.searchParams.delete('pool')
  return { url, max, prepare, setting }
}

function isAddress(address: string): boolean {
  try {
    const { username, password, pathname, search, hash } = new URL(address)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    // After a `/`, `?` or `#` in the password, the rest of it would be read as another part, and shown.
    return !(pathname + search + hash).includes('@')
  } catch {
    return false
  }
}
