import { Link, useMatches } from '@tanstack/react-router'

/** An honest page for a part that is linked but not there yet. */
export function ComingLaterPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' })
  return (
    <div className="coming-later">
      <h1>{title}</h1>
      <p>This part of the portal is not available yet.</p>
      <Link to="/">Back to the dashboard</Link>
    </div>
  )
}
