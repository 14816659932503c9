import { lazyRouteComponent } from '@tanstack/react-router'
import { whenConnected } from '../calls/connection.ts'
import { loadPart, PartNotLoaded } from './load-part.ts'

const names = new WeakMap<object, string>()

/**
 * Loads the chunk of a page. While the server is gone it waits, and what was there before stays on screen; a chunk that the server does
 * not have any more is the router's to answer, which fetches the whole page anew.
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

/** A route component in a chunk of its own. Its export's name is unique, since the build lists chunks under it. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const component = lazyRouteComponent(() => loadPage(load), name)
  names.set(component, name)
  return component
}

/** The same for the page after signing in: what it shares with others comes with what all signed-in pages share. */
export const lazyFirstPage: typeof lazyPage = (load, name) => lazyPage(load, name)

/** The same for a public page: what it shares with others comes with the entry, and must stay small. */
export const lazyPublicPage: typeof lazyPage = (load, name) => lazyPage(load, name)

/** The same for the shell and the tools of its header: loaded with what all signed-in pages share, before they are drawn. */
export const lazyTool: typeof lazyPage = (load, name) => lazyPage(load, name)

/** What administrators have on every page, loaded with what the pages of their desk share; no component. */
export const lazyDesk =
  <Module extends Record<string, unknown>, Name extends keyof Module & string>(
    load: () => Promise<Module>,
    name: Name,
  ): (() => Promise<Module[Name]>) =>
  async () =>
    (await loadPage(load))[name]

/** The export behind a lazy route component, under which the manifest lists its chunks. */
export const pageName = (component: unknown): string | undefined =>
  typeof component === 'function' ? names.get(component) : undefined
