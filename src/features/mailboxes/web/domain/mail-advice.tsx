import type { DomainMailState } from '../../contract/contract.ts'
import { MailCallout, MailOff } from './mail-callout.tsx'

/** The kinds of the records that are missing or wrong, as text. */
export const wrongRecords = ({ checks }: DomainMailState): string =>
  new Intl.ListFormat('en-IN').format(
    checks.filter(({ state }) => state === 'missing' || state === 'different').map(({ what }) => what),
  )

/** The next step for the mail of a domain; nothing when its records are valid. */
export function MailAdvice({ state }: { state: DomainMailState }) {
  const { id, name, isMailOn, isDnsHere } = state
  if (!isMailOn) return <MailOff domain={{ id, name }} />
  const wrong = wrongRecords(state)
  if (wrong === '') return null
  if (isDnsHere === false)
    return (
      <p className="email-notice">
        <strong>The DNS for {name} is at another provider.</strong> Add these records there, then check again:{' '}
        {wrong}.
      </p>
    )
  return (
    <MailCallout domain={{ id, name }} label="Check the records…">
      <strong>Not all records are visible yet: {wrong}.</strong> DNS changes can take up to an hour.
    </MailCallout>
  )
}
