import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { StoreUnavailable } from '../errors.ts'
import { type LongReadLimits, LongReads } from '../long-reads.ts'
import type { Reader } from '../types.ts'
import { readAddress } from './address.ts'

/** Separate connections for long reads, so that they take none from the others. Connects at the first use. */
export function openLongPool(
  databaseUrl: string,
  limits: LongReadLimits,
): { read: Reader; close(): Promise<void> } {
  const { url, prepare } = readAddress(databaseUrl)
  // A pooler refuses unknown settings: behind one, an aborted read continues to its end.
  const connection = prepare
    ? {
        application_name: 'portal-long',
        statement_timeout: limits.limitMs,
        default_transaction_read_only: 'on',
      }
    : {}
  const client = new SQL(url.href, { max: limits.parallel, prepare, connectionTimeout: 10, connection })
  const reads = new LongReads((sql, parameters, signal) => {
    const query = client.unsafe(sql, parameters).values() as Promise<unknown[][]>
    const { promise, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(new StoreUnavailable('slow'))
    signal.addEventListener('abort', giveUp)
    const ended = query.then(
      () => signal.removeEventListener('abort', giveUp),
      () => signal.removeEventListener('abort', giveUp),
    )
    return { rows: Promise.race([query, promise]), ended }
  }, limits)
  const read = drizzle(async (sql, parameters) => ({ rows: await reads.read(sql, parameters) }), {
    casing: 'snake_case',
  })
  return { read: read as unknown as Reader, close: () => client.close({ timeout: 1 }) }
}
