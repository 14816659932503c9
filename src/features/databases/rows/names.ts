import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DatabaseRow } from './database-rows.ts'

type DatabaseNames = Pick<DatabaseRow, 'serviceId' | 'dbType' | 'dbName' | 'dbUser'>
type NetworkNames = Pick<DatabaseRow, 'networkName' | 'networkUser'>

const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`
const prefixLength = 7
// Collisions are rare: fewer than two services in a thousand million share a prefix by chance.
const mostAttempts = 100

/** Seven letters and digits, the same for every database of a service and different in each attempt. */
function prefixOf(serviceId: string, attempt: number): string {
  const bytes = createHash('sha256').update(`${serviceId} ${attempt}`).digest()
  return Array.from({ length: prefixLength }, (_, at) => {
    const among = at === 0 ? letters : signs
    return among[(bytes[at] ?? 0) % among.length]
  }).join('')
}

/** Whether an existing database, or a deleted one still in the engine, has one of the names. */
async function isTaken(tx: Tx, { dbType }: DatabaseNames, { networkName, networkUser }: NetworkNames) {
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
 * Engine names for a database and its user: free as far as the portal knows, and with none of the `refused` prefixes, which
 * turned out to be taken in the engine.
 */
export async function chooseNames(
  tx: Tx,
  database: DatabaseNames,
  refused: readonly string[] = [],
): Promise<NetworkNames> {
  const tried = new Set(refused)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const prefix = prefixOf(database.serviceId, attempt)
    const names = { networkName: `${prefix}_${database.dbName}`, networkUser: `${prefix}_${database.dbUser}` }
    if (!tried.has(prefix) && !(await isTaken(tx, database, names))) return names
  }
  throw new Error('no free name in the engine')
}

/** The prefix of chosen names. */
export const prefixIn = ({ networkName }: NetworkNames): string => networkName.slice(0, prefixLength)
