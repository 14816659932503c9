import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const lessMotion = '(prefers-reduced-motion: reduce)'

function watchMotion(changed: () => void): () => void {
  const query = window.matchMedia(lessMotion)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the system asks for reduced motion; `true` on the server and in the first render. */
const useLessMotion = (): boolean =>
  useSyncExternalStore(
    watchMotion,
    () => window.matchMedia(lessMotion).matches,
    () => true,
  )

/** Calls back at each interval, except in a hidden tab or with reduced motion. */
export function useTicker(intervalMs: number, onTick: () => void): void {
  const isStill = useLessMotion()
  const tick = useEffectEvent(onTick)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tick()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isStill, intervalMs])
}
