import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { StatementList } from './statement-list.tsx'

const mostRecent = 5

type RecentStatementsProps = { databaseId: string; onChoose: (statement: string) => void }

/** The latest statements, below the editor until it has a result. */
export function RecentStatements({ databaseId: id, onChoose }: RecentStatementsProps) {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.databases.sql.history.queryOptions({ id }))
  if (data.length === 0) return null
  return (
    <section className="console-recent" aria-label="Recent statements">
      <h2>Recent statements</h2>
      <StatementList statements={data.slice(0, mostRecent)} onChoose={onChoose} />
    </section>
  )
}
