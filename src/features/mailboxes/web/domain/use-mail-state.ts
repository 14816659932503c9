import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The mail of a domain: first the stored state and expected records, then the DNS checks. */
export function useMailState(id: string) {
  const trpc = useTRPC()
  const { queryOptions } = trpc.email.domainMail.state
  const stored = useQuery(queryOptions({ id, dns: 'skip' }))
  // A separate request: in one batch the quick answer would wait for the slow one.
  const checked = useQuery(queryOptions({ id }, { enabled: !stored.isPending }))
  return { query: checked.data ? checked : stored, seen: checked, isChecking: checked.isPending }
}

export type MailStateQuery = ReturnType<typeof useMailState>
