import { useState } from 'react'

/** Indexes of the first and the last point to draw. */
export type Span = { first: number; last: number }

/** The visible span of a chart, null for all; shared by charts over the same times. */
export type Zoom = { span: Span | null; show: (span: Span | null) => void }

/** A zoom that starts with all points. */
export function useZoom(): Zoom {
  const [span, show] = useState<Span | null>(null)
  return { span, show }
}

/** The span to draw of `count` points; clamped to the last one. */
export function spanOf(zoom: Zoom | undefined, count: number): Span {
  const end = Math.max(0, count - 1)
  const { first, last } = zoom?.span ?? { first: 0, last: end }
  return first < end ? { first, last: Math.min(last, end) } : { first: 0, last: end }
}
