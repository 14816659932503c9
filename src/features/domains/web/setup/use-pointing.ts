import { useQuery, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { second } from '#shared/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import type { Domain } from '../../contract/contract.ts'
import type { Pointing } from '../../contract/pointing.ts'
import { external } from '../../contract/registrar.ts'

/** Separate from other domain queries, which are refetched after every record change. */
const keyOf = ({ id, challenge }: Domain) => ['domain-pointing', id, challenge?.value ?? null]

/** The last result, without a request. */
export const useSeen = (domain: Domain) =>
  useQuery<Pointing>({ queryKey: keyOf(domain), enabled: false }).data

/** The DNS state of the domain's records, refreshed while something is missing. */
export function usePointing(domain: Domain) {
  const { id, name, challenge, registrar } = domain
  const queryKey = keyOf(domain)
  const isHere = registrar !== external
  const isSettled = (seen: Pointing | undefined) =>
    challenge === null && (isHere ? !seen?.problem : seen?.isPointed === true)
  const cached = useQueryClient().getQueryData<Pointing>(queryKey)
  const path = `/api/domains/${id}/pointing`
  const query = usePolled<Pointing>({ queryKey, path, everyMs: 15 * second, isPaused: isSettled(cached) })
  // An answer that came before hydration is not shown in the first render.
  const isHydrated = useHydrated()
  const view = isHydrated ? query.data : undefined
  const hasFailed = isHydrated && query.isError
  const isDone = isSettled(view)
  // A verified name may be finished, so its owner gets no tasks before that is known.
  const isUnknown = challenge === null && !isHere && view === undefined && !hasFailed
  return {
    ...{ view, query, isHere, isDone, isUnknown },
    /** The owner has something to do. */
    isOwners: !isDone && !isUnknown && !isHere,
    doneText: isHere
      ? 'Registered here and already using our name servers.'
      : `${showName(name)} is verified and shows your site.`,
  }
}

export type PointingState = ReturnType<typeof usePointing>
