import type { Store } from '#db/store.ts'
import type { Deps } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { providerOutput } from '../contract/providers.ts'
import { simulatorName } from '../contract.ts'
import { openAccount } from './account.ts'

export type ProviderRow = Store['t']['cloudProviders']['$inferSelect']

const shownEnd = 4
const shortest = 12

/** The end of a key, by which its owner knows it again; nothing of one that is short. */
const mask = (key: string): string => `••••${key.length < shortest ? '' : key.slice(-shownEnd)}`

/** What may be told of the keys: the end of the ID, or of the token where there is no ID; null without keys. */
function hintOf(secrets: Deps['secrets'], row: ProviderRow): string | null {
  const account = openAccount(secrets, row)
  const key = account?.accessKeyId || account?.secretAccessKey
  return key ? mask(key) : null
}

/** A connected account as the wire knows it. */
export const presentProvider = (
  secrets: Deps['secrets'],
  row: ProviderRow,
): Answer<typeof providerOutput> => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  accessKeyId: hintOf(secrets, row),
  projectId: row.projectId,
  region: row.region,
  isActive: row.isActive,
  sample: row.sample,
  simulated: row.name === simulatorName,
  validatedAt: row.validatedAt,
  validationMessage: row.validationMessage,
  refreshedAt: row.refreshedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
