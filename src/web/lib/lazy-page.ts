import { lazyRouteComponent } from '@tanstack/react-router'

const names = new WeakMap<object, string>()

/** A route component in a chunk of its own. Its export's name is unique, since the build lists chunks under it. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const component = lazyRouteComponent(load, name)
  names.set(component, name)
  return component
}

/** The same for a public page: what it shares with others comes with the entry, and must stay small. */
export const lazyPublicPage: typeof lazyPage = (load, name) => lazyPage(load, name)

/** The export behind a lazy route component, by which the manifest knows its chunks. */
export const pageName = (component: unknown): string | undefined =>
  typeof component === 'function' ? names.get(component) : undefined
