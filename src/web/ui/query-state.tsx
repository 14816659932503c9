import type { ReactNode } from 'react'
import { failureSentence, requestIdOf } from '../lib/calls/api-error.ts'

/** Placeholder rows of the real height; screen readers hear the text. */
export function SkeletonRows({ rows = 5, text }: { rows?: number; text: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{text}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div className="skeleton-row" key={row} />
      ))}
    </div>
  )
}

type FailedStateProps = { error: unknown; what: string; onRetry: () => void }

/** Names the failed data, with the server's reason if any, a retry, and the request id. */
function FailedState({ error, what, onRetry }: FailedStateProps) {
  const requestId = requestIdOf(error)
  return (
    <div className="failed-state" role="alert">
      <p className="empty-state-title">{what} could not be loaded</p>
      <p className="empty-state-text">{failureSentence(error)}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
      {requestId && <p className="failed-state-id">Request {requestId}</p>}
    </div>
  )
}

type QueryLike<Data> = { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

export type QueryStateProps<Data> = {
  query: QueryLike<Data>
  /** Name of the data, for the failure: "Your domains". */
  what: string
  /** Text for screen readers while loading. */
  loadingText: string
  skeleton?: ReactNode
  /** Shown in place of the content when `isEmpty` says so. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0

/** The loading, error and empty states of a list. */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, what, loadingText, skeleton, empty, isEmpty = isEmptyList, children } = props
  if (query.data !== undefined) {
    return empty !== undefined && isEmpty(query.data) ? empty : children(query.data)
  }
  if (query.isPending) return skeleton ?? <SkeletonRows text={loadingText} />
  return <FailedState error={query.error} what={what} onRetry={query.refetch} />
}
