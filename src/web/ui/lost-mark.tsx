/** The monogram with its last bar fallen. */
export const LostMark = () => (
  <svg className="lost-mark" viewBox="16 4 64 58" width="64" height="58" fill="none" aria-hidden="true">
    <path d="M20 10h56M20 28h38" stroke="currentColor" strokeWidth="8" strokeLinecap="round" />
    <path d="m30 56 46-8" className="lost-mark-bar" strokeWidth="8" strokeLinecap="round" />
  </svg>
)
