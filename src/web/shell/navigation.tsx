import { Link, useLocation } from '@tanstack/react-router'
import type { Navigation, RailPlace } from '#web/feature.ts'
import { MoreIcon } from '#web/ui/icons.tsx'
import { useDisclosure } from '../ui/dialogs/use-disclosure.ts'

function RailLink({ place, className }: { place: RailPlace; className: string }) {
  const { to, label, Icon, exact = false, also, more } = place
  const isWithin = useLocation({
    // `/` shows the dashboard, too.
    select: ({ pathname }) =>
      (also !== undefined && pathname.startsWith(also)) || (pathname === '/' && to === '/dashboard'),
  })
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact }}
      aria-current={isWithin ? 'page' : undefined}
      data-tooltip={label}
    >
      <Icon />
      <span>{label}</span>
      {more}
    </Link>
  )
}

type GroupsProps = Pick<Navigation, 'groups'> & { idPrefix: string }

/** The navigation rail of the current page. */
export function Groups({ groups, idPrefix }: GroupsProps) {
  return groups.map(({ label, places }) => {
    const id = `${idPrefix}-${label.toLowerCase()}`
    return (
      <div className="rail-group" key={label}>
        <h2 className="rail-heading" id={id}>
          {label}
        </h2>
        <ul aria-labelledby={id}>
          {places.map((place) => (
            <li key={place.to}>
              <RailLink place={place} className="rail-link" />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

/** The bottom bar on phones: a few entries, and a sheet with all of them. */
export function BottomBar({ groups, bar }: Navigation) {
  const sheet = useDisclosure()
  return (
    <nav className="bottom-bar" aria-label="Main, short">
      {bar.map((place) => (
        <RailLink key={place.to} place={place} className="bottom-link" />
      ))}
      <details className="bottom-more" ref={sheet}>
        <summary className="bottom-link">
          <MoreIcon />
          <span>More</span>
        </summary>
        <div className="bottom-sheet">
          <Groups groups={groups} idPrefix="sheet" />
        </div>
      </details>
    </nav>
  )
}
