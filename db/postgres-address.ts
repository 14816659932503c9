export type Address = { url: URL; max: number; prepare: boolean }

const defaultPool = 16

// A pooler hands a prepared statement to another session: with one in between, rows got mixed up.
const isPooled = (url: URL): boolean =>
  url.searchParams.get('prepare') === 'false' ||
  /pooler|pgbouncer/.test(url.hostname) ||
  url.port === '6432' ||
  url.port === '6543'

/** DATABASE_URL without the portal's own `?prepare=false` and `?pool=16`, which the server would refuse, and what they say. */
export function readAddress(address: string): Address {
  const url = new URL(address)
  const prepare = !isPooled(url)
  const max = Math.max(1, Number(url.searchParams.get('pool') ?? defaultPool) || defaultPool)
  url.searchParams.delete('prepare')
  url.searchParams.delete('pool')
  return { url, max, prepare }
}
