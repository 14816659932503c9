import { type ComponentType, useEffect, useState } from 'react'
import { loadPart } from '../../lib/navigation/load-part.ts'
import { type ShownTooltip, watchTooltips } from './tooltip-watch.ts'

/** Shows a control's `data-tooltip`; the drawing code loads with the first one. */
export function Tooltips() {
  const [shown, setShown] = useState<ShownTooltip | null>(null)
  const [Layer, setLayer] = useState<ComponentType<ShownTooltip> | null>(null)
  const isNeeded = shown !== null
  useEffect(() => watchTooltips(setShown), [])
  useEffect(() => {
    if (!isNeeded || Layer) return
    loadPart(() => import('./tooltip-layer.tsx')).then(
      ({ TooltipLayer }) => setLayer(() => TooltipLayer),
      () => undefined,
    )
  }, [isNeeded, Layer])
  return shown && Layer && <Layer {...shown} />
}
