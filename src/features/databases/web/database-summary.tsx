import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import { Figures } from '#web/list/figures.tsx'
import type { Database } from '../contract/contract.ts'

type Measured = Pick<Database, 'dbType' | 'size'>

/** The four figures above the list; blank while the databases are unknown. */
export function DatabaseSummary({ databases }: { databases: readonly Measured[] | undefined }) {
  const countOf = (type: DatabaseType) => databases?.filter(({ dbType }) => dbType === type).length
  const megabytes = databases && Math.round(databases.reduce((sum, { size }) => sum + size, 0))
  return (
    <Figures
      figures={[
        ['Total Databases', databases?.length],
        ['MySQL', countOf('mysql')],
        ['PostgreSQL', countOf('postgresql')],
        ['Total Size', megabytes === undefined ? undefined : `${megabytes} MB`],
      ]}
    />
  )
}
