import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { withoutDialog } from '#web/lib/search-values.ts'
import { useTRPC } from '#web/trpc.ts'
import { useAskedDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
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

/** How one signs in, and where one is signed in. */
export function AccountPage() {
  const { verified, dialog: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const forget = () => void navigate({ search: withoutDialog, replace: true, resetScroll: false })
  const security = useQuery(useTRPC().auth.security.queryOptions())
  return (
    <div className="account">
      <PageHeader
        title="Account Settings"
        subtitle="Email, password, second factor, passkeys, sessions and notifications."
      />
      <AccountEmail outcome={verified} />
      <AccountPassword isAsked={asked === 'password'} forget={forget} />
      <QueryState query={security} what="Two-factor sign-in" loadingText="Loading...">
        {(loaded) => <AccountTotp security={loaded} isAsked={asked === 'totp'} forget={forget} />}
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
      <p>What you are told of: on the screen, by email, or by a request to a program of yours.</p>
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
      <p>Programs use them to call the portal in your name.</p>
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
      <p>Take away everything that you have here, or delete your account.</p>
    </div>
    <div>
      <Link to="/account/data" className="button">
        Export or delete
      </Link>
    </div>
  </section>
)

function AccountPassword({ isAsked, forget }: { isAsked: boolean; forget: () => void }) {
  const dialog = useAskedDialog({ isAsked, subject: true, forget })
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
