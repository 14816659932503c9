import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The mail of a domain: first the stored state and expected records, then the DNS checks. */
export function useMailState(id: string) {
  const trpc = useTRPC()
  const { queryOptions } = trpc.email.domainMail.state
  const stored = useQuery(queryOptions({ id, dns: 'skip' }))
  // A separate request: in one batch the quick answer would wait for the slow one.
  const seen = useQuery(queryOptions({ id }, { enabled: !stored.isPending }))
  return { query: seen.data ? seen : stored, seen, isChecking: seen.isPending }
}

export type MailLook = ReturnType<typeof useMailState>
