import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { useSite } from '../site.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Monogram } from '../ui/values/monogram.tsx'
import { useViewer } from '../viewer.ts'

export type AuthMode = 'login' | 'signup'

/** Opens the auth dialog, to order a plan if one is named. Without it, the links open the auth page. */
export type OpenAuth = (mode: AuthMode, plan?: string) => void

const anchors = [
  ['#hosting', 'Hosting'],
  ['#vpn', 'VPS'],
  ['#about', 'About'],
  ['#support', 'Support'],
] as const

const addresses: Record<AuthMode, string> = { login: '/auth', signup: '/auth?tab=signup' }

type AuthLinkProps = ComponentProps<'a'> & {
  mode: AuthMode
  /** For the sign-up: the plan to order next. */
  plan?: string
  onAuth: OpenAuth | undefined
}

/** A link to /auth that opens the dialog instead once hydrated; a new tab stays a new tab. */
export function AuthLink({ mode, plan, onAuth, ...link }: AuthLinkProps) {
  const open = (event: MouseEvent) => {
    if (!onAuth || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onAuth(mode, plan)
  }
  const href = plan ? `${addresses[mode]}&plan=${plan}` : addresses[mode]
  return <a {...link} href={href} onClick={open} />
}

function Anchors({
  isLanding,
  label,
  onFollow,
}: {
  isLanding: boolean
  label: string
  onFollow?: () => void
}) {
  return (
    <nav className="public-anchors" aria-label={label}>
      <ul>
        {anchors.map(([hash, text]) => (
          <li key={hash}>
            <a href={isLanding ? hash : `/${hash}`} onClick={onFollow}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PublicHeaderProps = { isLanding?: boolean; onAuth?: OpenAuth | undefined }

/** Header of public pages; on phones the anchors are in a menu that opens without a script. */
export function PublicHeader({ isLanding = false, onAuth }: PublicHeaderProps) {
  const { companyName } = useSite()
  const isSignedIn = useViewer() !== null
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const choose: OpenAuth | undefined =
    onAuth &&
    ((mode) => {
      close()
      onAuth(mode)
    })
  return (
    <header className="public-header">
      <div className="public-width public-header-row">
        <a className="public-brand" href="/">
          <Monogram size={26} />
          <span className="public-brand-name">{companyName}</span>
        </a>
        <div className="public-wide">
          <Anchors isLanding={isLanding} label="Main" />
        </div>
        {isSignedIn ? (
          <a className="button" data-primary="" href="/">
            Dashboard
          </a>
        ) : (
          <>
            <AuthLink mode="login" className="public-sign-in" onAuth={choose}>
              Sign In
            </AuthLink>{' '}
            <AuthLink mode="signup" className="button" data-primary="" onAuth={choose}>
              Get Started
            </AuthLink>
          </>
        )}
        <details className="public-menu" ref={menu}>
          <summary aria-label="Menu">
            <MoreIcon size={20} />
          </summary>
          <div className="public-menu-sheet">
            <Anchors isLanding={isLanding} label="Menu" onFollow={close} />
            {!isSignedIn && (
              <AuthLink mode="login" className="button" onAuth={choose}>
                Sign In
              </AuthLink>
            )}
          </div>
        </details>
      </div>
    </header>
  )
}
