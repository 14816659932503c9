import { Checkbox } from '@mantine/core'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import type { DomainMailChange } from '../../contract/contract.ts'
import { MailPlan, planText } from './mail-plan.tsx'

/** Whether no other provider receives the domain's mail, so that set-up here takes it from no one. */
export const isFreeOfMail = ({ removed }: DomainMailChange): boolean =>
  removed.every(({ type }) => type !== 'MX')

type MailChoiceProps = {
  name: string
  plan: DomainMailChange | undefined
  error: unknown
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Sets up mail for a domain along with its first address, with a preview of the records. */
export function MailChoice({ name, plan, error, isOn, onChange }: MailChoiceProps) {
  return (
    <div className="email-notice email-choice">
      <strong>{name} can’t receive mail from other servers yet.</strong>
      {error ? (
        <p role="alert">{failureSentence(error)}</p>
      ) : (
        <>
          <Checkbox
            label={`Set up mail for ${name}`}
            description={plan ? planText(plan) : 'Checking DNS records...'}
            checked={isOn}
            disabled={!plan}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {plan && !isFreeOfMail(plan) && (
            <p>Mail for {name} goes to another provider now. Setting it up here stops that.</p>
          )}
          {plan && (
            <details>
              <summary>Show the records</summary>
              <MailPlan plan={plan} />
            </details>
          )}
        </>
      )}
    </div>
  )
}
