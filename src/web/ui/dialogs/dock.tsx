import { type ComponentType, useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
type Part = { name: string; Part: ComponentType }
const none: readonly Part[] = []
let docked = none

/** Mounts a part beside every page from now on: it outlives the page that started it. */
export function dock(name: string, Part: ComponentType): void {
  if (docked.some((each) => each.name === name)) return
  docked = [...docked, { name, Part }]
  for (const changed of watchers) changed()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Container of parts that outlive a page. */
export function Dock() {
  const parts = useSyncExternalStore(
    watch,
    () => docked,
    () => none,
  )
  return parts.map(({ name, Part }) => <Part key={name} />)
}
