import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProfileFrame } from '#web/shell/profile-frame.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { useViewer } from '#web/viewer.ts'
import { MobileStatus } from './mobile-status.tsx'
import { ProfileView } from './profile-view.tsx'

const ProfileForm = lazyPart(() => import('./profile-form.tsx'), 'ProfileForm')

/** The customer's profile, read-only until they edit it. */
export function ProfilePage() {
  const viewer = useViewer()
  const [isEditing, setEditing] = useState(false)
  if (!viewer) return null
  return (
    <ProfileFrame tab="profile">
      <PageHeader
        title="Profile"
        subtitle="Your name and contact details."
        actions={
          <button type="button" className="button" onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Cancel' : 'Edit Profile'}
          </button>
        }
      />
      {isEditing ? (
        <ProfileForm viewer={viewer} onClose={() => setEditing(false)} />
      ) : (
        <ProfileView viewer={viewer} />
      )}
      {!isEditing && (
        <section className="profile-checks" aria-label="Verification">
          <MobileStatus viewer={viewer} />
          <div className="profile-mobile">
            <p>
              Email address
              <StatusBadge
                status={viewer.emailVerified ? 'verified' : 'not verified'}
                tone={viewer.emailVerified ? 'ok' : 'warn'}
              />
            </p>
            {!viewer.emailVerified && (
              <Link to="/account" className="button">
                Verify in Account Settings
              </Link>
            )}
          </div>
        </section>
      )}
    </ProfileFrame>
  )
}
