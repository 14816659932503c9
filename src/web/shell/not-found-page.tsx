import { Link } from '@tanstack/react-router'

/** An unknown path, in the shell's frame. */
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
