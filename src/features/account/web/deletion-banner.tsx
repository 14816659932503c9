import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { useViewer } from '#web/viewer.ts'
import { useKeepAccount } from './use-keep-account.ts'

/** On every page while the account is to be deleted. */
export function DeletionBanner() {
  // Members work for somebody whose account is none of their business.
  const enabled = !useViewer()?.actingFor
  const { data } = useQuery(useTRPC().account.deletion.read.queryOptions(undefined, { enabled }))
  const keep = useKeepAccount()
  if (data?.status !== 'waiting' || !data.endsAt) return null
  return (
    <section className="deletion-banner" aria-label="Deletion of your account">
      <p>
        Your account will be deleted on <DateTime at={data.endsAt} as="moment" />.
      </p>
      <button type="button" className="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </button>
    </section>
  )
}
