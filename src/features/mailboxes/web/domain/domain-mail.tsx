import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DomainMailProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DomainAdvanced } from './domain-advanced.tsx'
import { MailRecords } from './mail-records.tsx'

type MailOfDomainProps = {
  domain: Pick<DomainMailProps['domain'], 'id'>
  /** Above the expert settings. */
  children?: ReactNode
}

/** Mail of a domain: one button sets it up, the records say how they stand, and expert settings are folded. */
export function DomainMail({ domain: { id }, children }: MailOfDomainProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.domainMail.state.queryOptions({ id }))
  return (
    <QueryState query={query} what="The mail records" loadingText="Checking DNS records...">
      {(state) => (
        <>
          <MailRecords state={state} />
          {children}
          {state.isMailOn && <DomainAdvanced state={state} />}
        </>
      )}
    </QueryState>
  )
}
