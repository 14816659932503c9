import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionRow } from '#features/auth/contract/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

/** The user's sessions; any other session can be ended. */
export function AccountSessions() {
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.sessions.list.queryOptions())
  return (
    <section className="account-section" aria-labelledby="sessions-title">
      <div>
        <h2 id="sessions-title">Sessions</h2>
        <p>Don’t recognise one? End it and change your password.</p>
      </div>
      <QueryState query={query} what="Your sessions" loadingText="Loading sessions...">
        {(sessions) => (
          <ul className="account-sessions">
            {sessions.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function Session({ session }: { session: SessionRow }) {
  const trpc = useTRPC()
  const { id, userAgent, device, place, createdAt, seenAt, isCurrent } = session
  const queryClient = useQueryClient()
  const end = useMutation(
    trpc.auth.sessions.remove.mutationOptions({
      meta: { failure: 'The session could not be ended' },
      onSuccess: () => showToast({ title: 'Session ended', description: device }),
      onSettled: () => queryClient.invalidateQueries(trpc.auth.sessions.pathFilter()),
    }),
  )
  return (
    <li>
      <div>
        <strong title={userAgent}>{device}</strong>
        <span className="account-session-facts">
          {place}, since <DateTime at={createdAt} as="moment" />
          {seenAt && !isCurrent && (
            <>
              , last seen <DateTime at={seenAt} as="moment" />
            </>
          )}
        </span>
      </div>
      {isCurrent ? (
        <StatusBadge status="this session" tone="ok" />
      ) : (
        <button type="button" className="button" disabled={end.isPending} onClick={() => end.mutate({ id })}>
          End session<span className="visually-hidden"> on {device}</span>
        </button>
      )}
    </li>
  )
}
