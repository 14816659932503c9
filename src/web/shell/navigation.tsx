import { Link, useLocation } from '@tanstack/react-router'
import { MoreIcon } from '#web/ui/icons.tsx'
import { useDisclosure } from '#web/ui/use-disclosure.ts'
import { bottomItems, type NavigationItem, navigationGroups } from './navigation-items.ts'

function Item({ item, className }: { item: NavigationItem; className: string }) {
  const { to, label, Icon, exact = false, also } = item
  const isWithin = useLocation({
    select: ({ pathname }) => also !== undefined && pathname.startsWith(also),
  })
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact }}
      aria-current={isWithin ? 'page' : undefined}
      title={label}
    >
      <Icon />
      <span>{label}</span>
    </Link>
  )
}

function Groups({ idPrefix }: { idPrefix: string }) {
  return navigationGroups.map(({ label, items }) => {
    const id = `${idPrefix}-${label.toLowerCase()}`
    return (
      <div className="rail-group" key={label}>
        <h2 className="rail-heading" id={id}>
          {label}
        </h2>
        <ul aria-labelledby={id}>
          {items.map((item) => (
            <li key={item.to}>
              <Item item={item} className="rail-link" />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

/** The places of the signed-in area at the left edge. */
export const Rail = () => <Groups idPrefix="rail" />

/** The same at the bottom of a phone: four places, and a sheet with all of them. */
export function BottomBar() {
  const sheet = useDisclosure()
  return (
    <nav className="bottom-bar" aria-label="Main, short">
      {bottomItems.map((item) => (
        <Item key={item.to} item={item} className="bottom-link" />
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
