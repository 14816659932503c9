import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fullName } from '#web/lib/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useViewer } from '#web/viewer.ts'

const tabs = [
  { tab: 'profile', to: '/profile', label: 'Profile' },
  { tab: 'billing', to: '/profile/billing', label: 'Billing' },
] as const

type ProfileFrameProps = { tab: (typeof tabs)[number]['tab']; children: ReactNode }

/**
 * Frame of the two account pages: a card with the customer and a link to each page, beside the page, which has
 * its own heading.
 */
export function ProfileFrame({ tab: chosen, children }: ProfileFrameProps) {
  const viewer = useViewer()
  if (!viewer) return null
  const name = fullName(viewer)
  return (
    <div className="profile-frame">
      <aside className="profile-card" aria-label="Your account">
        <div className="profile-who">
          <Avatar person={viewer} size={72} />
          <p>
            <strong>{name ?? viewer.email}</strong>
            {name && <span>{viewer.email}</span>}
          </p>
        </div>
        <nav aria-label="Profile and billing" className="profile-tabs">
          {tabs.map(({ tab, to, label }) => (
            <Link
              key={tab}
              to={to}
              activeOptions={{ exact: true }}
              data-current={tab === chosen || undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </aside>
      <div className="profile-content">{children}</div>
    </div>
  )
}
