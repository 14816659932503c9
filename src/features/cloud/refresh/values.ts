import type { Schema } from '#db/store.ts'
import { after, minute, second } from '#shared/time.ts'
import type { RemoteBucket, RemoteDatabase, RemoteFunction, RemoteInstance } from '../drivers/driver.ts'

// What a provider lists, as the columns of our tables. A value that it does not tell keeps the column's default and is
// named in `untold`.

type InstanceRow = Schema['cloudInstances']['$inferSelect']

/** How long an action that the provider's lists do not show yet is believed to be under way, and how long it is at least. */
const patienceMs = 2 * minute
const shortestMs = 5 * second

/** The names of what is null: not told. */
const untoldOf = (values: Record<string, unknown>): string[] | null => {
  const names = Object.keys(values).filter((name) => values[name] === null)
  return names.length === 0 ? null : names
}

/**
 * The status after a reading. The lists of a provider lag behind its actions: until one shows what the action ends in, the
 * instance stays `in-progress`, for two minutes at most. What the provider itself says is under way stays so.
 */
function statusAfter(remote: RemoteInstance, row: InstanceRow | undefined, now: Date) {
  const settled = { status: remote.status as string, nextStatus: null }
  if (row?.status !== 'in-progress' || row.nextStatus === null) return settled
  const isEarly = now < after(row.updatedAt, shortestMs)
  const isLate = now >= after(row.updatedAt, patienceMs)
  if (isLate || (remote.status === row.nextStatus && !isEarly)) return settled
  return { status: row.status, nextStatus: row.nextStatus }
}

/** The columns of an instance; `updatedAt` stays that of the action while one is awaited. */
export function instanceValues(remote: RemoteInstance, row: InstanceRow | undefined, now: Date) {
  return { ...remote, ...statusAfter(remote, row, now), nextStatusAt: null }
}

export const bucketValues = (remote: RemoteBucket) => {
  const { storageClass, versioning, encryption, publicAccess, sizeBytes, objectCount } = remote
  return {
    bucketName: remote.bucketName,
    region: remote.region,
    storageClass: storageClass ?? 'STANDARD',
    versioning: versioning ?? false,
    encryption: encryption ?? true,
    publicAccess: publicAccess ?? false,
    sizeBytes: sizeBytes ?? 0,
    objectCount: objectCount ?? 0,
    untold: untoldOf({ storageClass, versioning, encryption, publicAccess, sizeBytes, objectCount }),
  }
}

export const databaseValues = ({ multiAz, backupRetention, ...told }: RemoteDatabase) => ({
  ...told,
  multiAz: multiAz ?? false,
  backupRetention: backupRetention ?? 7,
  untold: untoldOf({ multiAz, backupRetention }),
})

export const functionValues = (remote: RemoteFunction) => {
  const { status, codeSize, invocationCount, errorCount, ...told } = remote
  return {
    ...told,
    status: status ?? 'unknown',
    codeSize: codeSize ?? 0,
    invocationCount: invocationCount ?? 0,
    errorCount: errorCount ?? 0,
    untold: untoldOf({ status, codeSize, invocationCount, errorCount }),
  }
}
