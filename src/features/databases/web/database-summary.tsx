import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import type { Database } from '../contract.ts'

const unknown = '—'

type Measured = Pick<Database, 'dbType' | 'size'>

/** The four figures above the list; nothing is claimed while the databases are not known. */
export function DatabaseSummary({ databases }: { databases: readonly Measured[] | undefined }) {
  const countOf = (type: DatabaseType) => databases?.filter(({ dbType }) => dbType === type).length
  const megabytes = databases && Math.round(databases.reduce((sum, { size }) => sum + size, 0))
  const figures = [
    ['Total Databases', databases?.length],
    ['MySQL', countOf('mysql')],
    ['PostgreSQL', countOf('postgresql')],
    ['Total Size', megabytes === undefined ? undefined : `${megabytes} MB`],
  ]
  return (
    <dl className="metrics">
      {figures.map(([name, value = unknown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
