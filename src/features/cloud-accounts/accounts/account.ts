import { and, eq } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Deps } from '#server/context.ts'
import type { CloudAccount } from '../drivers/driver.ts'

/** A connected account as stored. */
export type ProviderRow = Schema['cloudProviders']['$inferSelect']
type AccountKey = Pick<ProviderRow, 'userId' | 'id'>
type Secrets = Deps['secrets']

export const isAccount = ({ cloudProviders: p }: Schema, { userId, id }: AccountKey) =>
  and(eq(p.userId, userId), eq(p.id, id))

/** The sealing context of a key: a key opens only in the row and column it was sealed for. */
const placeOf = (column: 'access_key_id' | 'secret_access_key', { userId, id }: AccountKey) =>
  `cloud_providers:${column}:${userId}:${id}`

/** The two sealed key columns of a provider row. */
export const sealKeys = (
  secrets: Secrets,
  account: AccountKey,
  keys: Pick<CloudAccount, 'accessKeyId' | 'secretAccessKey'>,
) => ({
  accessKeyId: secrets.seal(keys.accessKeyId, placeOf('access_key_id', account)),
  secretAccessKey: secrets.seal(keys.secretAccessKey, placeOf('secret_access_key', account)),
})

/** The credentials of a stored provider account; `null` when it has no keys. */
export function openAccount(secrets: Secrets, provider: ProviderRow): CloudAccount | null {
  const { accessKeyId, secretAccessKey, projectId, region } = provider
  if (secretAccessKey === null) return null
  const open = (sealed: string | null, column: Parameters<typeof placeOf>[0]) =>
    sealed === null ? '' : secrets.open(sealed, placeOf(column, provider))
  return {
    accessKeyId: open(accessKeyId, 'access_key_id'),
    secretAccessKey: open(secretAccessKey, 'secret_access_key'),
    projectId,
    region,
  }
}
