import { lazyRouteComponent } from '@tanstack/react-router'
import { whenConnected } from '../calls/connection.ts'
import { loadPart, PartNotLoaded } from './load-part.ts'

const names = new WeakMap<object, string>()

/**
 * Loads a page's chunk. While the server is unreachable it waits, and the current page stays; if the server no longer
 * has the chunk, the router reloads the whole page.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await loadPart(load)
    } catch (error) {
      if (!(error instanceof PartNotLoaded) || error.problem === 'outdated') throw causeOf(error)
      await whenConnected()
    }
  }
}

const causeOf = (error: unknown): unknown => (error instanceof PartNotLoaded ? error.cause : error)

/** A route component in its own chunk. Its export's name is unique, as the build lists chunks under it. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const component = lazyRouteComponent(() => loadPage(load), name)
  names.set(component, name)
  return component
}

/** For the page after signing in; its shared code goes into the chunk of all signed-in pages. */
export const lazyFirstPage: typeof lazyPage = (load, name) => lazyPage(load, name)

/** For a public page; its shared code goes into the entry, and must stay small. */
export const lazyPublicPage: typeof lazyPage = (load, name) => lazyPage(load, name)

/** For the shell and its header tools; loaded before drawing, together with the shared code of signed-in pages. */
export const lazyTool: typeof lazyPage = (load, name) => lazyPage(load, name)

/** Code that administrators have on every page, loaded with the shared code of the desk pages; not a component. */
export const lazyDesk =
  <Module extends Record<string, unknown>, Name extends keyof Module & string>(
    load: () => Promise<Module>,
    name: Name,
  ): (() => Promise<Module[Name]>) =>
  async () =>
    (await loadPage(load))[name]

/** The export's name of a lazy route component, under which the manifest lists its chunks. */
export const pageName = (component: unknown): string | undefined =>
  typeof component === 'function' ? names.get(component) : undefined
