import { Link, useMatches } from '@tanstack/react-router'

const notYet = 'This part of the portal is not available yet.'
const sslSoon = 'SSL certificate management coming soon'

/** An honest page for a part that is linked but not there yet. */
export function ComingLaterPage() {
  const { title, path } = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return { title: match?.staticData.title ?? '', path: match?.fullPath }
    },
  })
  const isSsl = path === '/ssl-certificates'
  return (
    <div className="coming-later">
      <h1>{title}</h1>
      <p>{isSsl ? sslSoon : notYet}</p>
      <Link to="/">Back to the dashboard</Link>
    </div>
  )
}
