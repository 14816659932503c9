import { formatClock } from '#shared/time.ts'

type ServerStaleProps = { query: { isError: boolean; dataUpdatedAt: number } }

/** Says that what is shown is not the newest, while polls fail; nothing when they do not. */
export function ServerStale({ query: { isError, dataUpdatedAt } }: ServerStaleProps) {
  if (!isError) return null
  return (
    <p className="server-stale" role="status">
      Showing {formatClock(new Date(dataUpdatedAt))} IST. Reconnecting…
    </p>
  )
}
