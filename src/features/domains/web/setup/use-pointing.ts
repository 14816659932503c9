import { useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { second } from '#shared/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import type { Pointing } from '../../contract/pointing.ts'
import { external } from '../../contract/registrar.ts'
import type { Domain } from '../../contract.ts'

const everyMs = 15 * second

/** What the DNS has of the domain's records, looked at again while something is missing. */
export function usePointing(domain: Domain) {
  const { id, name, challenge, registrar } = domain
  // Apart from the other answers about domains: those are read again after every change of a record.
  const queryKey = ['domain-pointing', id, challenge?.value ?? null]
  const isHere = registrar !== external
  const isSettled = (seen: Pointing | undefined) => challenge === null && (isHere || seen?.isPointed === true)
  const known = useQueryClient().getQueryData<Pointing>(queryKey)
  const path = `/api/domains/${id}/pointing`
  const query = usePolled<Pointing>({ queryKey, path, everyMs, isPaused: isSettled(known) })
  // An answer that came before the page was taken over by the script is not shown in that first render.
  const isHydrated = useHydrated()
  const view = isHydrated ? query.data : undefined
  const hasFailed = isHydrated && query.isError
  return {
    view,
    query,
    isDone: isSettled(view),
    /** A verified name may be done: nothing is asked of its owner before that is known. */
    isUnknown: challenge === null && !isHere && view === undefined && !hasFailed,
    doneText: isHere
      ? 'Registered here and already using our name servers.'
      : `${showName(name)} is verified and shows your site.`,
  }
}

export type PointingLook = ReturnType<typeof usePointing>
