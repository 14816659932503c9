import { type ComponentType, useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let docked: ComponentType | null = null

/** Shows a part beside every page from now on: it outlives the page it began on. */
export function dock(part: ComponentType): void {
  docked = part
  for (const changed of watchers) changed()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** The place of what outlives a page. */
export function Dock() {
  const Part = useSyncExternalStore(
    watch,
    () => docked,
    () => null,
  )
  return Part && <Part />
}
