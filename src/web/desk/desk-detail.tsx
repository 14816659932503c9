import type { ReactNode } from 'react'
import { QueryState, type QueryStateProps } from '#web/ui/query-state.tsx'

type DeskDetailProps<Data> = Pick<QueryStateProps<Data>, 'query' | 'children'> & {
  /** Type of the object: "Order". */
  what: string
  onClose: () => void
  /** Its dialogs. */
  more?: ReactNode
}

/** The open row of a desk list, beside the list. */
export function DeskDetail<Data>({ what, query, onClose, children, more }: DeskDetailProps<Data>) {
  const name = what.toLowerCase()
  return (
    <aside className="desk-detail" aria-label={what}>
      <button type="button" className="button desk-close" onClick={onClose}>
        Close
      </button>
      <QueryState query={query} what={`The ${name}`} loadingText={`Loading ${name}...`}>
        {children}
      </QueryState>
      {more}
    </aside>
  )
}
