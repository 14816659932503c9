import { type RefObject, useEffect, useRef } from 'react'

/** A `<details>` menu: Escape, a press outside and a followed link close it; it opens without any script. */
export function useDisclosure(): RefObject<HTMLDetailsElement | null> {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const stop = new AbortController()
    const { signal } = stop
    const close = () => {
      details.open = false
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.open) return
      close()
      details.querySelector('summary')?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.contains(target)) close()
    }
    const onFollow = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) close()
    }
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', onPress, { signal })
    details.addEventListener('click', onFollow, { signal })
    return () => stop.abort()
  }, [])
  return ref
}
