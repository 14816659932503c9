import { Outlet } from '@tanstack/react-router'
import { NavigationProgress } from './shell/navigation-progress.tsx'
import { Dock } from './ui/dialogs/dock.tsx'
import { ConnectionBanner } from './ui/overlays/connection-banner.tsx'
import { Tooltips } from './ui/overlays/tooltips.tsx'
import { useViewer } from './viewer.ts'
import { ViewBanner } from './viewing/view-parts.ts'

/** Around every page: the skip link, the progress bar, the connection banner, and parts that outlive a page. */
export function Root() {
  const viewing = useViewer()?.viewing
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavigationProgress />
      <ConnectionBanner />
      {viewing && <ViewBanner viewing={viewing} />}
      <Outlet />
      <Dock />
      <Tooltips />
    </>
  )
}
