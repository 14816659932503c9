import { PublicFrame } from './public-frame.tsx'

/** The monogram with its last bar fallen. */
function FallenBars() {
  return (
    <svg
      className="public-lost-mark"
      viewBox="16 4 64 58"
      width="64"
      height="58"
      fill="none"
      aria-hidden="true"
    >
      <path d="M20 10h56M20 28h38" stroke="currentColor" strokeWidth="8" strokeLinecap="round" />
      <path d="m30 56 46-8" className="public-lost-bar" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}

/** The not-found page for visitors. */
export function PublicNotFound() {
  return (
    <PublicFrame>
      <div className="public-lost">
        <FallenBars />
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
