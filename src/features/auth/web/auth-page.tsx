import { getRouteApi, Link } from '@tanstack/react-router'
import { given } from '#web/lib/search-values.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import { useRefusedForm } from '#web/refused-form.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'

const route = getRouteApi('/public/auth')

const modes: Record<AuthMode, { tab: string; title: string; search: { tab?: 'signup' } }> = {
  login: { tab: 'Login', title: 'Sign in to your account', search: {} },
  signup: { tab: 'Sign Up', title: 'Create your account', search: { tab: 'signup' } },
}

type ReturnTarget = { next?: string; plan?: string }
type TabsProps = { mode: AuthMode; kept: ReturnTarget; onFollow: () => void }

function PageTabs({ mode, kept, onFollow }: TabsProps) {
  return (
    <div className="auth-tabs" role="tablist" aria-label="Login or Sign Up">
      {(['login', 'signup'] as const).map((one) => (
        <Link
          key={one}
          to="/auth"
          search={{ ...modes[one].search, ...kept }}
          role="tab"
          aria-selected={one === mode}
          aria-controls="auth-panel"
          id={`auth-tab-${one}`}
          onClick={onFollow}
          replace
        >
          {modes[one].tab}
        </Link>
      ))}
    </div>
  )
}

/** Sign-in and sign-up as a page; shows the refusal of a posted form, if there is one. */
export function AuthPage() {
  const search = route.useSearch()
  const [refused, dismiss] = useRefusedForm()
  const mode: AuthMode = (refused?.mode ?? search.tab) === 'signup' ? 'signup' : 'login'
  const kept = given({ next: search.next ?? refused?.next, plan: search.plan ?? refused?.plan })
  return (
    <AuthFrame>
      <h1>{modes[mode].title}</h1>
      {search.reset && <p className="auth-good">Your password was changed. Sign in with the new one.</p>}
      <PageTabs mode={mode} kept={kept} onFollow={dismiss} />
      <div role="tabpanel" id="auth-panel" aria-labelledby={`auth-tab-${mode}`}>
        <AuthForm
          key={mode}
          mode={mode}
          {...kept}
          refused={refused}
          submitLabel={mode === 'login' ? 'Login' : 'Create Account'}
        />
      </div>
    </AuthFrame>
  )
}
