import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { useViewer } from '#web/viewer.ts'
import { useCancelDeletion } from './use-cancel-deletion.ts'

/** Shown on every page while a deletion is scheduled. */
export function DeletionBanner() {
  // Members do not see the state of the owner's account.
  const enabled = !useViewer()?.actingFor
  const { data } = useQuery(useTRPC().account.deletion.read.queryOptions(undefined, { enabled }))
  const keep = useCancelDeletion()
  if (data?.status !== 'waiting' || !data.endsAt) return null
  return (
    <section className="deletion-banner" aria-label="Account deletion">
      <p>
        Your account will be deleted on <DateTime at={data.endsAt} as="moment" />.
      </p>
      <button type="button" className="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </button>
    </section>
  )
}
