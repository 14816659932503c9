import { formatClock } from '#shared/time.ts'

type ServerStaleProps = { query: { isError: boolean; dataUpdatedAt: number } }

/** Says that the data is out of date while polls fail. */
export function ServerStale({ query: { isError, dataUpdatedAt } }: ServerStaleProps) {
  if (!isError) return null
  return (
    <p className="server-stale" role="status">
      Showing {formatClock(new Date(dataUpdatedAt))} IST. Reconnecting…
    </p>
  )
}
