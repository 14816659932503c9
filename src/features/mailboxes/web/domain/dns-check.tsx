import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { DomainMailState } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

type Check = DomainMailState['checks'][number]

const states: Record<Check['state'], readonly [tone: Tone, label: string]> = {
  ok: ['ok', 'Valid'],
  missing: ['warn', 'Missing'],
  different: ['warn', 'Different'],
  unanswered: ['neutral', 'Not checked'],
}

const meanings: Record<Check['what'], string> = {
  MX: 'Delivers mail for the domain here.',
  SPF: 'Lists the servers that may send mail for the domain.',
  DKIM: 'Proves that mail from the domain is genuine.',
  DMARC: 'Tells other servers what to do with forged mail.',
}

const copied = { title: texts.copied, description: texts.copiedText }

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Copied = ({ value, label }: { value: string; label: string }) => (
  <>
    <span className="mono">{value}</span>
    <CopyButton value={value} label={label} toast={copied} />
  </>
)

/** A mail record as in public DNS; a wrong one is shown beside the expected value. */
export function DnsCheck({ check, isChecking }: { check: Check; isChecking: boolean }) {
  const { what, name, state, found, wanted } = check
  const [tone, label] = isChecking ? (['neutral', 'Checking…'] as const) : states[state]
  return (
    <div className="email-check">
      <div className="email-check-head">
        <h4>{what}</h4>
        <StatusBadge status={state} tone={tone} label={label} />
      </div>
      <p className="quiet">{meanings[what]}</p>
      {state !== 'ok' && (
        <dl className="email-check-facts">
          {wanted !== null && (
            <Fact name={what === 'MX' ? 'Name' : 'Name (TXT)'}>
              <Copied value={name} label={`Copy the name of the ${what} record`} />
            </Fact>
          )}
          {found !== null && (
            <Fact name="Found">
              <span className="mono">{found}</span>
            </Fact>
          )}
          <Fact name="Expected">
            {wanted === null ? (
              'Generated when you set up mail'
            ) : (
              <Copied value={wanted} label={`Copy the expected ${what} record`} />
            )}
          </Fact>
        </dl>
      )}
    </div>
  )
}
