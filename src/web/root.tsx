import { Outlet } from '@tanstack/react-router'
import { NavigationProgress } from './shell/navigation-progress.tsx'

/** Around every page: the way past the navigation, and the bar that shows that something is on its way. */
export function Root() {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavigationProgress />
      <Outlet />
    </>
  )
}
