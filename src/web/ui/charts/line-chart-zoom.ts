import { useState } from 'react'

/** The first and the last point that are drawn, counted from 0. */
export type Span = { first: number; last: number }

/** The part of its times that a chart draws, null for the whole; shared by charts over the same times. */
export type Zoom = { span: Span | null; show: (span: Span | null) => void }

/** A zoom that begins with the whole. */
export function useZoom(): Zoom {
  const [span, show] = useState<Span | null>(null)
  return { span, show }
}

/** The points that are drawn of so many: a span that reached beyond them ends at the last one. */
export function spanOf(zoom: Zoom | undefined, count: number): Span {
  const end = Math.max(0, count - 1)
  const { first, last } = zoom?.span ?? { first: 0, last: end }
  return first < end ? { first, last: Math.min(last, end) } : { first: 0, last: end }
}
