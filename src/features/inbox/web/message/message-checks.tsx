import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { OpenMessage } from '../../contract.ts'

const tones = new Map<string, Tone>(Object.entries({ pass: 'ok', fail: 'bad', softfail: 'warn' }))

/** The results of RFC 8601 in words. */
const results = new Map(
  Object.entries({
    pass: 'passed',
    fail: 'failed',
    softfail: 'not confirmed',
    none: 'not used',
    temperror: 'not checked',
    permerror: 'not checked',
  }),
)

/** Whether the sender is genuine, and why the message is spam. */
export function MessageChecks({ message }: { message: OpenMessage }) {
  const { checks, spamReasons, folder } = message
  const known = Object.entries(checks).flatMap(([name, result]) => (result ? [[name, result] as const] : []))
  return (
    <>
      {folder === 'spam' && spamReasons.length > 0 && (
        <div className="email-notice">
          <strong>Why this is in Spam:</strong>
          <ul className="email-effects">
            {spamReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {known.length > 0 && (
        <p className="inbox-checks">
          {known.map(([name, result]) => (
            <StatusBadge
              key={name}
              status={result}
              tone={tones.get(result) ?? 'neutral'}
              label={`${name.toUpperCase()} ${results.get(result) ?? result}`}
            />
          ))}
        </p>
      )}
    </>
  )
}
