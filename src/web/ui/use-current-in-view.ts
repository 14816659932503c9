import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row or list of links to the current one, without scrolling the page. */
export function useCurrentInView<Row extends HTMLElement>(
  current: string | undefined,
): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the document, where another link is current now.
  useEffect(() => {
    const row = ref.current
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !link) return
    const outer = row.getBoundingClientRect()
    const inner = link.getBoundingClientRect()
    row.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      row.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2
  }, [current])
  return ref
}
