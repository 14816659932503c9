import { getRouteApi } from '@tanstack/react-router'
import { lazyPart } from '#web/ui/lazy-part.tsx'

import { PageHeader } from '#web/ui/page-header.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { AccountEmail } from './account-email.tsx'
import { AccountSessions } from './account-sessions.tsx'

const route = getRouteApi('/signed-in/shell/account')

const PasswordDialog = lazyPart(() => import('./password-change-dialog.tsx'), 'PasswordChangeDialog')

/** Password, email verification, and where one is signed in. */
export function AccountPage() {
  const { verified } = route.useSearch()
  return (
    <div className="account">
      <PageHeader title="Account Settings" subtitle="Password, email and active sessions." />
      <AccountEmail outcome={verified} />
      <AccountPassword />
      <AccountSessions />
    </div>
  )
}

function AccountPassword() {
  const dialog = useDialog<true>()
  return (
    <section className="account-section" aria-labelledby="password-title">
      <div>
        <h2 id="password-title">Password</h2>
        <p>Changing it signs you out everywhere else.</p>
      </div>
      <div>
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Change password…
        </button>
      </div>
      {dialog.subject && <PasswordDialog key={dialog.key} opened={dialog.isOpen} onClose={dialog.close} />}
    </section>
  )
}
