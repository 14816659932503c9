import { useQuery, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { second } from '#shared/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import type { Domain } from '../../contract/contract.ts'
import type { Pointing } from '../../contract/pointing.ts'
import { external } from '../../contract/registrar.ts'

/** Apart from the other answers about domains: those are read again after every change of a record. */
const keyOf = ({ id, challenge }: Domain) => ['domain-pointing', id, challenge?.value ?? null]

/** What was seen so far; asks nobody. */
export const useSeen = (domain: Domain) =>
  useQuery<Pointing>({ queryKey: keyOf(domain), enabled: false }).data

/** What the DNS has of the domain's records, looked at again while something is missing. */
export function usePointing(domain: Domain) {
  const { id, name, challenge, registrar } = domain
  const queryKey = keyOf(domain)
  const isHere = registrar !== external
  const isSettled = (seen: Pointing | undefined) =>
    challenge === null && (isHere ? !seen?.problem : seen?.isPointed === true)
  const known = useQueryClient().getQueryData<Pointing>(queryKey)
  const path = `/api/domains/${id}/pointing`
  const query = usePolled<Pointing>({ queryKey, path, everyMs: 15 * second, isPaused: isSettled(known) })
  // An answer that came before the page was taken over by the script is not shown in that first render.
  const isHydrated = useHydrated()
  const view = isHydrated ? query.data : undefined
  const hasFailed = isHydrated && query.isError
  const isDone = isSettled(view)
  // A verified name may be done: nothing is asked of its owner before that is known.
  const isUnknown = challenge === null && !isHere && view === undefined && !hasFailed
  return {
    ...{ view, query, isHere, isDone, isUnknown },
    /** Its owner has something to do. */
    isOwners: !isDone && !isUnknown && !isHere,
    doneText: isHere
      ? 'Registered here and already using our name servers.'
      : `${showName(name)} is verified and shows your site.`,
  }
}

export type PointingLook = ReturnType<typeof usePointing>
