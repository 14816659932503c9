/** The logo: three stacked bars. */
export function Monogram({ size = 28 }: { size?: number }) {
  return (
    <svg
      className="monogram"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="monogram-ground" width="32" height="32" rx="8" />
      <rect className="monogram-bar" x="8" y="8" width="16" height="4" rx="2" />
      <rect className="monogram-bar" x="8" y="14" width="12" height="4" rx="2" />
      <rect className="monogram-bar" x="8" y="20" width="8" height="4" rx="2" />
    </svg>
  )
}
