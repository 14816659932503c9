import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { logOut } from '#web/lib/log-out.ts'
import { SlowNavigation } from '#web/shell/slow-navigation.tsx'
import { useSite } from '#web/site.tsx'
import { Monogram } from '#web/ui/values/monogram.tsx'
import { useViewer } from '#web/viewer.ts'

/** The quiet frame around ordering and waiting: who is signed in, and the way out. */
export function FlowLayout({ children }: { children: ReactNode }) {
  const { companyName } = useSite()
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
