import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { useViewer } from '#web/viewer.ts'

const outcomes = {
  1: { tone: 'ok', text: 'Your email address is verified. Thank you.' },
  0: { tone: 'bad', text: 'This link has expired. Send yourself a new one below.' },
} as const

/** The email address, its verification state, and the button that sends a link. */
export function AccountEmail({ outcome }: { outcome: '1' | '0' | undefined }) {
  const trpc = useTRPC()
  const viewer = useViewer()
  const send = useMutation(
    trpc.auth.sendVerification.mutationOptions({ meta: { failure: 'The link could not be sent' } }),
  )
  if (!viewer) return null
  const result = outcome && outcomes[outcome]
  const isVerified = viewer.emailVerified
  return (
    <section className="account-section" aria-labelledby="email-title">
      <div>
        <h2 id="email-title">Email</h2>
        <p>
          We send order updates and password links to this address. Change it in your{' '}
          <Link to="/profile">profile</Link>.
        </p>
      </div>
      <div>
        {result && (
          <p className="account-outcome" data-tone={result.tone} role="status">
            {result.text}
          </p>
        )}
        <p className="account-email">
          {viewer.email}{' '}
          <StatusBadge status={isVerified ? 'verified' : 'not verified'} tone={isVerified ? 'ok' : 'warn'} />
        </p>
        {!isVerified && (
          <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate()}>
            {send.isSuccess ? 'Send the link again' : 'Send a verification link'}
          </button>
        )}
        <p role="status" className="account-sent">
          {send.isSuccess && `We have sent a link to ${viewer.email}. It works for 24 hours.`}
        </p>
      </div>
    </section>
  )
}
