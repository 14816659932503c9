import { getRouteApi } from '@tanstack/react-router'
import { withoutDialog } from '#web/lib/search-values.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useAskedDialog } from '#web/ui/use-asked-dialog.ts'
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
  const { dialog: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const forget = () => void navigate({ search: withoutDialog, replace: true, resetScroll: false })
  const dialog = useAskedDialog({ isAsked: asked === 'password', subject: true, forget })
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
