import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { texts } from '../../contract/texts.ts'
import type { DomainMailState } from '../../contract.ts'

type Check = DomainMailState['checks'][number]

const states: Record<Check['state'], readonly [tone: Tone, label: string]> = {
  ok: ['ok', 'Valid'],
  missing: ['warn', 'Missing'],
  different: ['warn', 'Differs'],
  unanswered: ['neutral', 'No answer'],
}

const meanings: Record<Check['what'], string> = {
  MX: 'leads mail for the domain here',
  SPF: 'says which servers may send for the domain',
  DKIM: 'holds the key that signatures are checked with',
  DMARC: 'says what others do with mail that only claims to be yours',
}

const copied = { title: texts.copied, description: texts.copiedText }

/** A record of mail as the world sees it now, beside what it should be. */
export function DnsCheck({ check: { what, state, found, wanted, server } }: { check: Check }) {
  const [tone, label] = states[state]
  return (
    <div className="email-check">
      <div className="email-check-head">
        <h4>{what}</h4>
        <StatusBadge status={state} tone={tone} label={label} />
      </div>
      <p className="quiet">
        The {what} record {meanings[what]}.{' '}
        {server === null ? 'No server answered.' : `Asked just now: ${server}.`}
      </p>
      {found !== null && (
        <p className="email-check-value">
          <span className="quiet">Found</span> <span className="mono email-check-text">{found}</span>
        </p>
      )}
      {state !== 'ok' && (
        <p className="email-check-value">
          <span className="quiet">Wanted</span>{' '}
          {wanted === null ? (
            'A key, made when mail is set up.'
          ) : (
            <>
              <span className="mono email-check-text">{wanted}</span>
              <CopyButton value={wanted} label={`Copy the wanted ${what} record`} toast={copied} />
            </>
          )}
        </p>
      )}
    </div>
  )
}
