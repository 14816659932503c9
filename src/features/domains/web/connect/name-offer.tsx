import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readRegistrable } from '#features/names/contract/name-faults.ts'
import type { tlds } from '#features/names/contract/tlds.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { CheckIcon } from '#web/ui/icons.tsx'

const restMs = 400

/** A limitation of this portal's registrar that customers should know. */
export function RegistrarNotice() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.domains.offer.queryOptions({}))
  if (!data?.isTest) return null
  return (
    <p className="domain-notice">
      Test registrar: the name works in this portal only and is not registered with any registry.
    </p>
  )
}

type NameQuery = { name: string; tld: (typeof tlds)[number] }

/** The debounced input. */
function useRested({ name, tld }: NameQuery): NameQuery {
  const [rested, setRested] = useState({ name, tld })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ name, tld }), restMs)
    return () => clearTimeout(timer)
  }, [name, tld])
  return rested
}

/** Whether the name is available: a tick, or a sentence. A hint holds its place at first. */
export function NameOffer(query: NameQuery) {
  const trpc = useTRPC()
  const { name, tld } = useRested(query)
  const read = readRegistrable(name, tld)
  const isNamed = name.trim() !== '' && 'value' in read
  const { data } = useQuery(
    trpc.domains.offer.queryOptions({ name, tld }, { enabled: isNamed, meta: { failure: false } }),
  )
  const isCurrent = isNamed && name === query.name && tld === query.tld
  return (
    <p className="domain-offer" role="status" data-free={(isCurrent && data?.isFree) || undefined}>
      {isCurrent && data?.isFree && (
        <>
          <CheckIcon size={16} /> {showName(read.value)} is available
        </>
      )}
      {name === '' ? 'We check whether it is available as you type.' : isCurrent && data?.message}
    </p>
  )
}
