import { and, eq, inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { mib } from '#shared/bytes.ts'
import type { Answer } from '#shared/schema.ts'
import { after, hour } from '#shared/time.ts'
import type { databaseDumpOutput, databaseOutput } from '../contract/contract.ts'
import type { DatabaseRow, DumpRow } from '../rows/database-rows.ts'
import { isMissing } from '../rows/missing.ts'
import { hoursOf } from '../rows/sample-times.ts'

/** Databases with the plan of their service, as every answer needs them. */
export const selectDatabases = (store: Source) => {
  const { databases, userServices, pricingPlans } = store.t
  return store.read
    .select({ row: databases, planName: pricingPlans.name })
    .from(databases)
    .innerJoin(
      userServices,
      and(eq(userServices.userId, databases.userId), eq(userServices.id, databases.serviceId)),
    )
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
}

/** The same for deleted databases. */
export const selectDumps = (store: Source) => {
  const { databaseDumps, userServices, pricingPlans } = store.t
  return store.read
    .select({ row: databaseDumps, planName: pricingPlans.name })
    .from(databaseDumps)
    .innerJoin(
      userServices,
      and(eq(userServices.userId, databaseDumps.userId), eq(userServices.id, databaseDumps.serviceId)),
    )
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
}

/** MB with two decimals. */
export const toMb = (bytes: number): number => Math.round((bytes / mib) * 100) / 100

const closedReason = 'No connections are accepted while the service is not running.'

type Joined = { row: DatabaseRow; planName: string; sizes?: readonly number[] | undefined }

/** A database in API form (docs/product/databases.md, "Databases"). */
export const presentDatabase = ({ row, planName, sizes = [] }: Joined): Answer<typeof databaseOutput> => ({
  id: row.id,
  serviceId: row.serviceId,
  dbName: row.dbName,
  dbType: row.dbType,
  dbUser: row.dbUser,
  size: toMb(row.sizeBytes),
  status: row.status,
  reason: row.reason ?? (row.isOpen ? null : closedReason),
  isOpen: row.isOpen && row.appliedRevision > 0,
  isMissing: isMissing(row),
  connection: { host: row.host, port: row.port, database: row.networkName, username: row.networkUser },
  allow: row.allow ?? [],
  recentSizes: [...sizes, ...(sizes.length > 0 ? [row.sizeBytes] : [])].map(toMb),
  createdAt: row.createdAt,
  service: { id: row.serviceId, plan: { name: planName } },
})

export const presentDump = ({
  row,
  planName,
}: {
  row: DumpRow
  planName: string
}): Answer<typeof databaseDumpOutput> => ({
  id: row.id,
  serviceId: row.serviceId,
  dbName: row.dbName,
  dbType: row.dbType,
  dbUser: row.dbUser,
  status: row.status,
  reason: row.reason,
  fileSize: row.fileSize,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  service: { id: row.serviceId, plan: { name: planName } },
})

// Sparklines are limited to this many; longer lists are a table.
const mostSparklines = 100

/** Hourly sizes of the last 24 hours by database, oldest first, for the first hundred rows. */
export async function readRecentSizes(
  { read, t: { databaseSamples: s } }: Source,
  rows: readonly DatabaseRow[],
  now: Date,
): Promise<Map<string, number[]>> {
  const shown = rows.slice(0, mostSparklines)
  const [first] = shown
  const sizes = new Map<string, number[]>()
  if (!first) return sizes
  const samples = await read
    .select({ id: s.databaseId, bytes: s.sizeBytes })
    .from(s)
    .where(
      and(
        eq(s.userId, first.userId),
        inArray(
          s.databaseId,
          shown.map(({ id }) => id),
        ),
        inArray(s.measuredAt, hoursOf(after(now, -23 * hour), now)),
      ),
    )
    .orderBy(s.databaseId, s.measuredAt)
  for (const { id, bytes } of samples) sizes.set(id, [...(sizes.get(id) ?? []), bytes])
  return sizes
}
