import { encode } from 'uqr'

const quiet = 4

/** A QR code's dark modules as one path, a unit each. */
function pathOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}

type QrCodeProps = { text: string; label: string; className?: string }

/** A QR code, dark on light in both colour schemes, as cameras expect. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = pathOf(text)
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
