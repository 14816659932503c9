import type { DomainMailProps } from '#web/feature.ts'
import type { DomainMailState } from '../../contract/contract.ts'
import { MailAdvice, wrongRecords } from './mail-advice.tsx'
import { SetUpButton } from './mail-callout.tsx'
import { MailRecords } from './mail-records.tsx'
import { type MailStateQuery, useMailState } from './use-mail-state.ts'

const isDone = (state: DomainMailState): boolean =>
  state.isMailOn && state.checks.every((check) => check.state === 'ok')

function lineOf(state: DomainMailState, { isChecking }: MailStateQuery): string {
  if (!state.isMailOn) return `${state.name} can’t receive mail from other servers yet.`
  if (isChecking) return 'Mail is set up. Checking DNS records...'
  if (isDone(state)) return 'Mail is set up, and all records are valid.'
  const wrong = wrongRecords(state)
  return wrong ? `Not all records are visible yet: ${wrong}.` : 'Mail is set up. No DNS server answered.'
}

/** The mail of a domain in one line, with its records collapsed. */
export function DomainMailStep({ domain: { id }, frame }: DomainMailProps) {
  const look = useMailState(id)
  const { data: state, isError } = look.query
  if (!state)
    return frame(
      <p className="email-text quiet">
        {isError ? 'The mail records could not be loaded.' : 'Checking DNS records...'}
      </p>,
      false,
    )
  return frame(
    <>
      <p className="email-text quiet">{lineOf(state, look)}</p>
      {!state.isMailOn && (
        <div>
          <SetUpButton domain={state} label="Set up mail" />
        </div>
      )}
      <details className="domain-step-more">
        <summary>Show records</summary>
        <div>
          {state.isMailOn && <MailAdvice state={state} />}
          <MailRecords state={state} look={look} />
        </div>
      </details>
    </>,
    isDone(state),
  )
}
