import { type RefObject, useEffect, useRef } from 'react'

/** A row of links that scrolls sideways shows the current one; the page itself stays where it is. */
export function useCurrentInView<Row extends HTMLElement>(
  current: string | undefined,
): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the document, where another link is current now.
  useEffect(() => {
    const row = ref.current
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && link)
      row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [current])
  return ref
}
