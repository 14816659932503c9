import { Link } from '@tanstack/react-router'
import { logOut } from '#web/lib/log-out.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Viewer } from '#web/viewer.ts'
import { greetingName } from './greeting.ts'

/** The greeting, with shortcuts. */
export function DashboardHeader({ viewer }: { viewer: Viewer }) {
  return (
    <div className="dashboard-header">
      <Link to="/profile" className="dashboard-avatar">
        <Avatar person={viewer} size={44} />
        <span className="visually-hidden">Your profile</span>
      </Link>
      <div className="dashboard-welcome">
        <h1>Welcome back, {greetingName(viewer)}</h1>
        <p className="dashboard-email">{viewer.email}</p>
      </div>
      <nav aria-label="Shortcuts" className="dashboard-shortcuts">
        <Link to="/domains">Domains</Link>
        <Link to="/projects">Projects</Link>
        <Link to="/cloud-management">Cloud</Link>
        <button type="button" className="button dashboard-logout" onClick={logOut}>
          Logout
        </button>
      </nav>
    </div>
  )
}
