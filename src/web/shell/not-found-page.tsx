import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { recentOf } from '#web/lib/recent.ts'
import { SearchIcon } from '#web/ui/icons.tsx'
import { Monogram } from '#web/ui/values/monogram.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { placesOf } from './places.ts'

const shownPlaces = 5

/** Recently chosen places, then the first ones of the rail. */
function usePlaces() {
  const viewer = useViewer()
  const [recent] = useState(() => (viewer ? recentOf(viewer.id) : []))
  const all = placesOf(useFeatures())
  const chosen = recent.flatMap((id) => all.find(({ to }) => to === id) ?? [])
  return [...new Set([...chosen, ...all])].slice(0, shownPlaces)
}

const openSearch = () => document.querySelector<HTMLElement>('.shell-search')?.click()

/** An unknown path, inside the shell. */
export function MissingPage() {
  const places = usePlaces()
  return (
    <div className="not-found">
      <Monogram size={64} />
      <h1>Page Not Found</h1>
      <p>The requested page could not be found.</p>
      <p className="not-found-ways">
        <Link to="/" className="button" data-primary="">
          Back to the dashboard
        </Link>
        <button type="button" className="button" onClick={openSearch}>
          <SearchIcon size={16} /> Search
        </button>
      </p>
      <h2>Go to</h2>
      <ul>
        {places.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon size={16} /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
