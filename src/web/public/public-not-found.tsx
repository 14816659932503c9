import { LostMark } from '../ui/lost-mark.tsx'
import { PublicFrame } from './public-frame.tsx'

/** The page of an unknown address, for a visitor. */
export function PublicNotFound() {
  return (
    <PublicFrame>
      <div className="public-lost">
        <LostMark />
        <h1>404 Page Not Found</h1>
        <p>There is nothing at this address. The page may have moved, or the address may be mistyped.</p>
        <p className="public-actions">
          <a className="button" data-primary="" href="/">
            Back to the home page
          </a>
          <a className="button" href="/contact">
            Contact support
          </a>
        </p>
      </div>
    </PublicFrame>
  )
}
