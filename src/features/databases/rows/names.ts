import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DatabaseRow } from './database-rows.ts'

type Named = Pick<DatabaseRow, 'serviceId' | 'dbType' | 'dbName' | 'dbUser'>
type NetworkNames = Pick<DatabaseRow, 'networkName' | 'networkUser'>

const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`
const prefixLength = 7
// By chance not even two services in a thousand million share a prefix.
const mostAttempts = 100

/** Seven letters and digits, the same for every database of a service; each attempt gives others. */
function prefixOf(serviceId: string, attempt: number): string {
  const bytes = createHash('sha256').update(`${serviceId} ${attempt}`).digest()
  return Array.from({ length: prefixLength }, (_, at) => {
    const among = at === 0 ? letters : signs
    return among[(bytes[at] ?? 0) % among.length]
  }).join('')
}

/** Whether a database, or one that is deleted and still in the engine, has one of the names. */
async function isTaken(tx: Tx, { dbType }: Named, { networkName, networkUser }: NetworkNames) {
  const { databases: d, databaseDumps: k } = tx.t
  const [inUse, leaving] = [eq(d.dbType, dbType), and(eq(k.dbType, dbType), eq(k.status, 'writing'))]
  const counts = [
    await tx.$count(d, and(inUse, eq(d.networkName, networkName))),
    await tx.$count(d, and(inUse, eq(d.networkUser, networkUser))),
    await tx.$count(k, and(leaving, eq(k.networkName, networkName))),
    await tx.$count(k, and(leaving, eq(k.networkUser, networkUser))),
  ]
  return counts.some((count) => count > 0)
}

/**
 * What a database and its user are called within the engine: free there as far as the portal knows, and none of `refused`,
 * the prefixes of names that somebody else turned out to have.
 */
export async function chooseNames(
  tx: Tx,
  wish: Named,
  refused: readonly string[] = [],
): Promise<NetworkNames> {
  const tried = new Set(refused)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const prefix = prefixOf(wish.serviceId, attempt)
    const names = { networkName: `${prefix}_${wish.dbName}`, networkUser: `${prefix}_${wish.dbUser}` }
    if (!tried.has(prefix) && !(await isTaken(tx, wish, names))) return names
  }
  throw new Error('no free name in the engine')
}

/** The prefix of names that were chosen. */
export const prefixIn = ({ networkName }: NetworkNames): string => networkName.slice(0, prefixLength)
