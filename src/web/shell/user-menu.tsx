import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { logOut } from '#web/lib/log-out.ts'
import { fullName } from '#web/lib/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LogOutIcon, SettingsIcon, ShieldIcon, UserIcon } from '#web/ui/icons.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { useViewer } from '#web/viewer.ts'
import { useDisclosure } from '../ui/dialogs/use-disclosure.ts'

const entries = [
  { to: '/profile', label: 'Profile', Icon: UserIcon },
  { to: '/account', label: 'Account Settings', Icon: SettingsIcon },
  { to: '/shared', label: 'Shared with me', Icon: UserIcon },
] as const

function leave(event: MouseEvent): void {
  event.preventDefault()
  void logOut()
}

/** The avatar's menu, for signed-in users. */
export function UserMenu() {
  const viewer = useViewer()
  const menu = useDisclosure()
  if (!viewer) return null
  const name = fullName(viewer)
  // An administrator viewing as a customer gets only the first entry; the others are private to the account.
  const shown = entries.slice(0, viewer.actingFor ? 0 : viewer.viewing ? 1 : undefined)
  return (
    <details className="user-menu" ref={menu}>
      <summary>
        <Avatar person={viewer} />
        <span className="visually-hidden">Account menu of {name ?? viewer.email}</span>
      </summary>
      <div className="user-menu-panel">
        <div className="user-menu-who">
          {name && <strong>{name}</strong>}
          <span>{viewer.email}</span>
        </div>
        <ul>
          {shown.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to}>
                <Icon /> {label}
              </Link>
            </li>
          ))}
          {viewer.isAdmin && (
            <li>
              <Link to={'/admin' as string}>
                <ShieldIcon /> Admin Panel
              </Link>
            </li>
          )}
          <li>
            <a href="/api/logout" onClick={leave}>
              <LogOutIcon /> Log out
            </a>
          </li>
        </ul>
        <ThemeSwitch />
      </div>
    </details>
  )
}
