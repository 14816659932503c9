import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { DomainMailState } from '../../contract.ts'
import { DnsCheck } from './dns-check.tsx'
import { MailCallout, MailOff } from './mail-callout.tsx'

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-IN').format(names)

/** The resolvers that answered, or that none did. */
function askedText({ checks }: DomainMailState): string {
  const answered = checks.flatMap(({ state, server }) => (state !== 'unanswered' && server ? [server] : []))
  return answered.length === 0
    ? 'No DNS server answered. Please check again in a moment.'
    : `Checked just now with ${listed([...new Set(answered)])}.`
}

function Advice({ state }: { state: DomainMailState }) {
  const { id, name, isMailOn, isDnsHere, checks } = state
  const wrong = checks.filter((check) => check.state === 'missing' || check.state === 'different')
  if (!isMailOn) return <MailOff domain={{ id, name }} />
  if (wrong.length === 0) return null
  const what = listed(wrong.map((check) => check.what))
  if (isDnsHere === false)
    return (
      <p className="email-notice">
        <strong>The DNS for {name} is at another provider.</strong> Add these records there, then check again:{' '}
        {what}.
      </p>
    )
  return (
    <MailCallout domain={{ id, name }} label="Check the records…">
      <strong>Not all records are visible yet: {what}.</strong> DNS changes can take up to an hour.
    </MailCallout>
  )
}

/** The mail records of a domain as public DNS has them, under what is to be done about those that are not right. */
export function MailRecords({ state }: { state: DomainMailState }) {
  const trpc = useTRPC()
  const { id, name, checks } = state
  const query = useQuery(trpc.email.domainMail.state.queryOptions({ id }))
  return (
    <section className="email-records" aria-label={`DNS records for ${name}`}>
      <Advice state={state} />
      <div className="email-section-head">
        <h3>DNS records for {name}</h3>
        <button
          type="button"
          className="button"
          aria-disabled={query.isFetching}
          onClick={() => !query.isFetching && void query.refetch()}
        >
          Check again
        </button>
      </div>
      <p className="quiet">{askedText(state)}</p>
      <div>
        {checks.map((check) => (
          <DnsCheck key={check.what} check={check} />
        ))}
      </div>
    </section>
  )
}
