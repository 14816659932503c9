import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { AccountEmail } from './account-email.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { AccountPasskeys } from './passkeys/account-passkeys.tsx'
import { AccountSignIns } from './sign-ins/account-sign-ins.tsx'
import { AccountTotp } from './totp/account-totp.tsx'

const route = getRouteApi('/signed-in/shell/account')

const PasswordDialog = lazyPart(() => import('./password-change-dialog.tsx'), 'PasswordChangeDialog')

/** The user's ways to sign in, and their sessions. */
export function AccountPage() {
  const { verified, dialog: asked } = route.useSearch()
  const security = useQuery(useTRPC().auth.security.queryOptions())
  return (
    <div className="account">
      <PageHeader title="Account Settings" subtitle="Sign-in, security, notifications and your data." />
      <AccountEmail outcome={verified} />
      <AccountPassword isAsked={asked === 'password'} />
      <QueryState query={security} what="Two-factor sign-in" loadingText="Loading...">
        {(loaded) => <AccountTotp security={loaded} isAsked={asked === 'totp'} />}
      </QueryState>
      <AccountPasskeys security={security.data} />
      <AccountSessions />
      <AccountSignIns />
      <AccountNotices />
      <AccountKeys />
      <AccountData />
    </div>
  )
}

const AccountNotices = () => (
  <section className="account-section" aria-labelledby="notices-settings-title">
    <div>
      <h2 id="notices-settings-title">Notifications and webhooks</h2>
      <p>Choose what we tell you on screen, by email or through a webhook.</p>
    </div>
    <div className="account-buttons">
      <Link to="/account/notifications" className="button">
        Choose notifications
      </Link>
      <Link to="/account/webhooks" className="button">
        Manage webhooks
      </Link>
    </div>
  </section>
)

const AccountKeys = () => (
  <section className="account-section" aria-labelledby="keys-title">
    <div>
      <h2 id="keys-title">API keys</h2>
      <p>Programs use API keys to call the portal on your behalf.</p>
    </div>
    <div>
      <Link to="/account/api-keys" className="button">
        Manage API keys
      </Link>
    </div>
  </section>
)

const AccountData = () => (
  <section className="account-section" aria-labelledby="data-title">
    <div>
      <h2 id="data-title">Your data</h2>
      <p>Export everything you have here, or delete your account.</p>
    </div>
    <div>
      <Link to="/account/data" className="button">
        Export or delete
      </Link>
    </div>
  </section>
)

function AccountPassword({ isAsked }: { isAsked: boolean }) {
  const dialog = usePageDialog(isAsked, true)
  return (
    <section className="account-section" aria-labelledby="password-title">
      <div>
        <h2 id="password-title">Password</h2>
        <p>Changing your password signs you out on all other devices.</p>
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
