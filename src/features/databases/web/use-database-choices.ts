import { useQuery } from '@tanstack/react-query'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import type { Database } from '../contract/contract.ts'

const choiceOf = ({ id, dbName, dbType }: Database) => ({
  id: `database:${id}`,
  label: dbName,
  detail: typeNames[dbType],
  words: 'database sql',
  Icon: DatabaseIcon,
  href: dbType === 'mongodb' ? `/databases?q=${encodeURIComponent(dbName)}` : `/databases/${id}`,
})

/** The customer's databases, for the palette. */
export function useDatabaseChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.databases.list.queryOptions({}))
  return { choices: (query.data ?? []).map(choiceOf), query }
}
