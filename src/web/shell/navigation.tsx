import { Link, useLocation } from '@tanstack/react-router'
import type { Place } from '#web/feature.ts'
import { MoreIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useDisclosure } from '../ui/dialogs/use-disclosure.ts'
import { barOf, railOf } from './places.ts'

function Item({ place, className }: { place: Place; className: string }) {
  const { to, label, Icon, exact = false, also } = place
  const isWithin = useLocation({
    // At `/` is the dashboard, too.
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
    </Link>
  )
}

function Groups({ idPrefix }: { idPrefix: string }) {
  return railOf(useFeatures()).map(({ label, places }) => {
    const id = `${idPrefix}-${label.toLowerCase()}`
    return (
      <div className="rail-group" key={label}>
        <h2 className="rail-heading" id={id}>
          {label}
        </h2>
        <ul aria-labelledby={id}>
          {places.map((place) => (
            <li key={place.to}>
              <Item place={place} className="rail-link" />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

/** The places of the signed-in area at the left edge. */
export const Rail = () => <Groups idPrefix="rail" />

/** The same at the bottom of a phone: five places, and a sheet with all of them. */
export function BottomBar() {
  const sheet = useDisclosure()
  return (
    <nav className="bottom-bar" aria-label="Main, short">
      {barOf(useFeatures()).map((place) => (
        <Item key={place.to} place={place} className="bottom-link" />
      ))}
      <details className="bottom-more" ref={sheet}>
        <summary className="bottom-link">
          <MoreIcon />
          <span>More</span>
        </summary>
        <div className="bottom-sheet">
          <Groups idPrefix="sheet" />
        </div>
      </details>
    </nav>
  )
}
