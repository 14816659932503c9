import type { PaletteList } from '#web/feature.ts'
import { trpc } from '#web/trpc.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import { typeNames } from '../contract/rules.ts'
import type { Database } from '../contract.ts'

const choiceOf = ({ id, dbName, dbType }: Database) => ({
  id: `database:${id}`,
  label: dbName,
  detail: typeNames[dbType],
  words: 'database sql',
  Icon: DatabaseIcon,
  href: `/databases?q=${encodeURIComponent(dbName)}`,
})

/** The customer's databases, for the palette. */
export function useDatabaseChoices(): ReturnType<PaletteList['useChoices']> {
  const query = trpc.databases.list.useQuery({})
  return { choices: (query.data ?? []).map(choiceOf), query }
}
