import { Link, Outlet, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MemberRole } from '#shared/member-roles.ts'
import { useLiveEvents } from '#web/live/live.ts'
import { useViewerChanges } from '#web/live/use-viewer-changes.ts'
import { useSite } from '#web/site.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { PrivatePage } from '#web/viewing/view-parts.ts'
import { titleOf } from '../lib/navigation/page-title.ts'
import { Monogram } from '../ui/values/monogram.tsx'
import { BottomBar, Groups } from './navigation.tsx'
import { barOf, railOf } from './places.ts'
import { SlowNavigation } from './slow-navigation.tsx'
import { Tools } from './tools.tsx'
import { UserMenu } from './user-menu.tsx'

const home = { to: '/dashboard', label: 'Dashboard' }

/** The parent page, and the current page's title, such as an object's name. */
function Crumbs() {
  const above = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.above)?.staticData.above ?? home,
  })
  const title = useMatches({ select: titleOf })
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        {title !== home.label && (
          <li>
            <Link to={above.to}>{above.label}</Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

const actingAs: Record<MemberRole, string> = {
  viewer: 'as a viewer',
  developer: 'as a developer',
  billing: 'on the bills of a service',
}

/** The signed-in frame: rail, header, content; on phones a bottom bar in place of the rail. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const { companyName } = useSite()
  const acting = useViewer()?.actingFor
  const features = useFeatures()
  const own = features.find(({ ownNavigation }) => ownNavigation)?.ownNavigation?.(features)
  const navigation = own ?? { groups: railOf(features), bar: barOf(features) }
  return (
    <div className="shell" data-own={own && ''}>
      <nav className="shell-rail" aria-label="Main">
        <Link className="shell-brand" to="/" activeOptions={{ exact: true }}>
          <Monogram />
          <span>{companyName}</span>
        </Link>
        <Groups groups={navigation.groups} idPrefix="rail" />
      </nav>
      <header className="shell-header">
        <Link
          className="shell-brand shell-brand-small"
          to="/"
          activeOptions={{ exact: true }}
          aria-label={companyName}
        >
          <Monogram />
        </Link>
        <Crumbs />
        <Tools />
        <UserMenu />
      </header>
      <main id="main" className="shell-main">
        {acting && (
          <p className="acting">
            <span>
              You are working for <strong>{acting.email}</strong> {actingAs[acting.role]}.
            </span>
            <a href="/shared">Back to my own account</a>
          </p>
        )}
        {children}
      </main>
      <BottomBar {...navigation} />
    </div>
  )
}

/** The frame around all shell pages, and their one live stream. */
export function ShellLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  useLiveEvents()
  useViewerChanges()
  const { Banner } = useFeatures().find((feature) => feature.Banner) ?? {}
  const viewing = useViewer()?.viewing
  const isPrivate = useMatches({ select: (all) => all.some(({ staticData }) => staticData.isPrivate) })
  return (
    <ShellFrame>
      {Banner && <Banner />}
      <SlowNavigation>{viewing && isPrivate ? <PrivatePage /> : children}</SlowNavigation>
    </ShellFrame>
  )
}
