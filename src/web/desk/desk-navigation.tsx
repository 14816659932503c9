import { useLocation } from '@tanstack/react-router'
import { formatCount } from '#shared/text/count-text.ts'
import {
  type DeskGroup,
  type DeskTab,
  inOrder,
  type Navigation,
  type RailPlace,
  type WebFeature,
} from '#web/feature.ts'
import { type Site, useSite } from '#web/site.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'

const groups: readonly DeskGroup[] = ['Work', 'Business', 'Machine']

function TabCount({ useCount }: Required<Pick<DeskTab, 'useCount'>>) {
  const waiting = useCount()
  if (!waiting) return null
  return (
    <span className="rail-count">
      <span className="count" data-bad={waiting.isBad || undefined}>
        {formatCount(waiting.count)}
        <span className="visually-hidden"> {waiting.label}</span>
      </span>
    </span>
  )
}

const placeOf = ({ to, name: label, Icon, useCount }: DeskTab): RailPlace => ({
  to,
  label,
  Icon,
  // All other desk paths begin with the desk's own, so match it exactly.
  exact: to === '/admin',
  more: useCount && <TabCount useCount={useCount} />,
})

/** The way back to an administrator's own dashboard. */
const account = {
  label: 'Account',
  places: [{ to: '/dashboard', label: 'My dashboard', Icon: ArrowLeftIcon }],
}

/** The desk's pages in groups and in the bar, with counts of waiting work, and the way back. */
export function deskPlaces(features: readonly WebFeature[], site: Site): Navigation {
  const all = features.flatMap(({ deskTabs = [] }) => deskTabs)
  const tabs = inOrder(all.filter(({ isShown }) => isShown?.(site) ?? true))
  const inBar = tabs.flatMap((tab) => (tab.bar === undefined ? [] : { ...tab, order: tab.bar }))
  return {
    groups: [
      ...groups.map((label) => ({
        label,
        places: tabs.filter(({ group }) => group === label).map(placeOf),
      })),
      account,
    ],
    bar: inOrder(inBar).map(placeOf),
  }
}

/** The desk has its own rail; null on every other page. */
export function useDeskNavigation(features: readonly WebFeature[]): Navigation | null {
  const site = useSite()
  const isDesk = useLocation({ select: ({ pathname }) => `${pathname}/`.startsWith('/admin/') })
  return isDesk ? deskPlaces(features, site) : null
}
