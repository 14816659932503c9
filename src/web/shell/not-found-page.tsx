import { Link } from '@tanstack/react-router'
import { PublicNotFound } from '#web/public/public-not-found.tsx'
import { useViewer } from '#web/viewer.ts'
import { ShellFrame } from './shell.tsx'

/** An unknown path inside the signed-in area. */
export function MissingPage() {
  return (
    <div className="not-found">
      <h1>Page Not Found</h1>
      <p>The requested page could not be found.</p>
      <p>
        <Link to="/">Back to the dashboard</Link>
      </p>
    </div>
  )
}

export function ShellNotFoundPage() {
  return (
    <ShellFrame title="Page Not Found">
      <MissingPage />
    </ShellFrame>
  )
}

/** An unknown path: in the shell for a signed-in customer, plain for a visitor. */
export function NotFoundPage() {
  if (useViewer()) return <ShellNotFoundPage />
  return <PublicNotFound />
}
