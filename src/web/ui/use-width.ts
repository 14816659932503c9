import { useEffect, useRef, useState } from 'react'

/** An element's width in pixels; `before` until measured. */
export function useWidth<Shown extends Element>(before: number) {
  const ref = useRef<Shown>(null)
  const [width, setWidth] = useState(before)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || before)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [before])
  return { ref, width }
}
