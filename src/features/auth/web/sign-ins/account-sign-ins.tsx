import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignIn } from '#features/auth/contract/security.ts'
import { signInDays } from '#features/auth/contract/security-limits.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const firstShown = 10

const ways: Record<SignIn['method'], string> = {
  password: 'password',
  code: 'password and code',
  'recovery-code': 'recovery code',
  passkey: 'passkey',
  'sign-up': 'account created',
}

/** Sign-ins to the account and attempts: time, device and method. */
export function AccountSignIns() {
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.signIns.queryOptions())
  return (
    <section className="account-section" aria-labelledby="sign-ins-title">
      <div>
        <h2 id="sign-ins-title">Sign-in history</h2>
        <p>Sign-ins and refused attempts of the last {signInDays} days.</p>
      </div>
      <QueryState query={query} what="The sign-in history" loadingText="Loading sign-ins...">
        {(rows) => <SignIns rows={rows} />}
      </QueryState>
    </section>
  )
}

function SignIns({ rows }: { rows: SignIn[] }) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return <p className="account-none">No sign-ins yet.</p>
  return (
    <div className="account-stack">
      <ul className="account-list">
        {(isWhole ? rows : rows.slice(0, firstShown)).map((row) => (
          <li key={row.id}>
            <div>
              <strong>{row.device}</strong>
              <span className="account-session-facts">
                <DateTime at={row.at} as="moment" />, {row.place}, {ways[row.method]}
              </span>
            </div>
            <StatusBadge
              status={row.isSuccess ? 'signed in' : 'refused'}
              tone={row.isSuccess ? 'ok' : 'bad'}
            />
          </li>
        ))}
      </ul>
      {!isWhole && rows.length > firstShown && (
        <div>
          <button type="button" className="button" onClick={() => setWhole(true)}>
            Show all {rows.length}
          </button>
        </div>
      )}
    </div>
  )
}
