import { type ReactNode, useId } from 'react'

type DeletedRecordsProps<Row> = {
  title: string
  /** Says how long deleted records can be restored. */
  text: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  canRestore?: (row: Row) => boolean
  restore: {
    isPending: boolean
    variables: { id: string } | undefined
    mutate: (input: { id: string }) => void
  }
  children: (row: Row) => ReactNode
}

/** Recently deleted records, each with a restore button; nothing when there are none. */
export function DeletedRecords<Row extends { id: string }>(props: DeletedRecordsProps<Row>) {
  const { title, text, rows, nameOf, canRestore = () => true, restore, children } = props
  const titleId = useId()
  if (rows.length === 0) return null
  return (
    <section className="deleted-records" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="quiet">{text}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="deleted-record">
            {children(row)}
            {canRestore(row) && (
              <button
                type="button"
                className="button"
                aria-label={`Restore ${nameOf(row)}`}
                disabled={restore.isPending && restore.variables?.id === row.id}
                onClick={() => restore.mutate({ id: row.id })}
              >
                Restore
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
