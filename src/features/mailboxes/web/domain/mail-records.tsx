import type { DomainMailState } from '../../contract/contract.ts'
import { DnsCheck } from './dns-check.tsx'
import type { MailStateQuery } from './use-mail-state.ts'

/** The resolvers that answered, or that none did. */
function resolversText({ checks }: DomainMailState): string {
  const answered = checks.flatMap(({ state, server }) => (state !== 'unanswered' && server ? [server] : []))
  return answered.length === 0
    ? 'No DNS server answered. Please check again in a moment.'
    : `Checked just now with ${new Intl.ListFormat('en-IN').format([...new Set(answered)])}.`
}

/** The mail records of a domain, each compared with public DNS. */
export function MailRecords({ state, look }: { state: DomainMailState; look: MailStateQuery }) {
  const { name, checks } = state
  const { seen, isChecking } = look
  return (
    <section className="email-records" aria-label={`DNS records for ${name}`}>
      <div className="email-section-head">
        <h3>DNS records for {name}</h3>
        <button
          type="button"
          className="button"
          aria-disabled={seen.isFetching}
          onClick={() => !seen.isFetching && void seen.refetch()}
        >
          Check again
        </button>
      </div>
      <p className="quiet" role="status">
        {isChecking ? 'Checking DNS records...' : (seen.error?.message ?? resolversText(state))}
      </p>
      <div>
        {checks.map((check) => (
          <DnsCheck key={check.what} check={check} isChecking={isChecking} />
        ))}
      </div>
    </section>
  )
}
