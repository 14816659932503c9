import type { Deps } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { openAccount, type ProviderRow } from '../accounts/account.ts'
import { simulatorName } from '../contract/provider-facts.ts'
import type { providerOutput, providerRowOutput } from '../contract/providers.ts'

const shownEnd = 4
const shortest = 12

/** The end of a key, by which its owner recognises it; empty for a short key. */
const mask = (key: string): string => `••••${key.length < shortest ? '' : key.slice(-shownEnd)}`

/** The visible part of the keys: the end of the ID, or of the token where there is no ID; null without keys. */
function hintOf(secrets: Deps['secrets'], row: ProviderRow): string | null {
  const account = openAccount(secrets, row)
  const key = account?.accessKeyId || account?.secretAccessKey
  return key ? mask(key) : null
}

type Listed = Pick<ProviderRow, 'id' | 'name' | 'displayName' | 'region' | 'isActive' | 'sample'>

/** A connected account as listed in all-services. */
export const presentProviderRow = (row: Listed): Answer<typeof providerRowOutput> => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  region: row.region,
  isActive: row.isActive,
  sample: row.sample,
  simulated: row.name === simulatorName,
})

/** A connected account with its state and a key hint. */
export const presentProvider = (
  secrets: Deps['secrets'],
  row: ProviderRow,
): Answer<typeof providerOutput> => ({
  ...presentProviderRow(row),
  accessKeyId: hintOf(secrets, row),
  projectId: row.projectId,
  validatedAt: row.validatedAt,
  validationMessage: row.validationMessage,
  refreshedAt: row.refreshedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
