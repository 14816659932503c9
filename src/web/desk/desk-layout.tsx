import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type DeskTab, inOrder } from '#web/feature.ts'
import { useSite } from '#web/site.tsx'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import { useFeatures } from '#web/use-features.ts'

/** The administrators' desk: one tab per concern, with what waits behind it, so that nobody has to look. */
export function DeskLayout() {
  const site = useSite()
  const all = useFeatures().flatMap(({ deskTabs = [] }) => deskTabs)
  const tabs = inOrder(all.filter(({ isShown }) => isShown?.(site) ?? true))
  const path = useLocation({ select: ({ pathname }) => pathname })
  const row = useCurrentInView<HTMLElement>(path)
  return (
    <div className="desk">
      <h1>Admin Panel</h1>
      <nav aria-label="Admin Panel" className="tabs desk-tabs" ref={row}>
        {tabs.map(({ to, name, useCount }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className="tab">
            {name}
            {useCount && <TabCount useCount={useCount} />}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

function TabCount({ useCount }: Required<Pick<DeskTab, 'useCount'>>) {
  const waiting = useCount()
  if (!waiting) return null
  return (
    <span className="count" data-bad={waiting.isBad || undefined}>
      {waiting.count}
      <span className="visually-hidden"> {waiting.label}</span>
    </span>
  )
}
