import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The mail of a domain: what is stored and expected at first, then with what the DNS has. */
export function useMailState(id: string) {
  const trpc = useTRPC()
  const { queryOptions } = trpc.email.domainMail.state
  const stored = useQuery(queryOptions({ id, dns: 'skip' }))
  // Afterwards: in one batch the quick answer would wait for the slow one.
  const seen = useQuery(queryOptions({ id }, { enabled: !stored.isPending }))
  return { query: seen.data ? seen : stored, seen, isChecking: seen.isPending }
}

export type MailLook = ReturnType<typeof useMailState>
