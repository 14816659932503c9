import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { gateOf } from '#features/services/contract/gate.ts'
import { logOut } from '#web/lib/log-out.ts'
import { useLiveEvents } from '#web/live/live.ts'
import { ShellLayout } from '#web/shell/shell.tsx'
import { SlowNavigation } from '#web/shell/slow-navigation.tsx'
import { useSite } from '#web/site.tsx'
import { useTRPC } from '#web/trpc.ts'
import { Monogram } from '#web/ui/values/monogram.tsx'
import { useViewer } from '#web/viewer.ts'

/** Whether the dashboard was open to the viewer when the page loaded: changing the frame later would lose form values. */
export function useHasDashboard(): boolean {
  const viewer = useViewer()
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  const [has] = useState(viewer !== null && gateOf(viewer, services) === 'dashboard')
  return has
}

/** The frame of ordering and waiting: the shell, or a reduced one for newcomers, who cannot open the shell's pages yet. */
export function FlowLayout({ children }: { children: ReactNode }) {
  const Frame = useHasDashboard() ? ShellLayout : QuietFrame
  return <Frame>{children}</Frame>
}

/** The signed-in email address, and sign-out. */
function QuietFrame({ children }: { children: ReactNode }) {
  const { companyName } = useSite()
  useLiveEvents()
  return (
    <div className="flow">
      <header className="flow-header">
        <Link to="/" className="flow-home" aria-label={companyName}>
          <Monogram />
          <span className="flow-company">{companyName}</span>
        </Link>
        <span className="flow-email">{useViewer()?.email}</span>
        <button type="button" className="button" onClick={logOut}>
          Logout
        </button>
      </header>
      <main id="main" className="flow-main">
        <SlowNavigation>{children}</SlowNavigation>
      </main>
    </div>
  )
}
