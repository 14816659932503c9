import type { ReactNode } from 'react'
import { QueryState } from '#web/ui/query-state.tsx'
import { DomainAdvanced } from './domain-advanced.tsx'
import { MailAdvice } from './mail-advice.tsx'
import { MailRecords } from './mail-records.tsx'
import { useMailState } from './use-mail-state.ts'

/** The mail of a domain: one button sets it up, the records show their state, and advanced settings are below `children`. */
export function DomainMail({ id, children }: { id: string; children?: ReactNode }) {
  const look = useMailState(id)
  return (
    <QueryState query={look.query} what="The mail records" loadingText="Checking DNS records...">
      {(state) => (
        <>
          <MailAdvice state={state} />
          <MailRecords state={state} look={look} />
          {children}
          {state.isMailOn && <DomainAdvanced state={state} />}
        </>
      )}
    </QueryState>
  )
}
