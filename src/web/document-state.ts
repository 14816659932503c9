import type { DehydratedState } from '@tanstack/react-query'
import type { Site } from './site.tsx'

/** Data that a page passes to its script. */
export type PageState = {
  site: Site
  queries: DehydratedState
  /** False when the page shows a failure that may be over by now: the browser then renders again. */
  hydratable: boolean
}

export const stateId = 'state'

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON that cannot close its script element. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => escapes[character] ?? '')

export const readState = (page: Document): PageState =>
  JSON.parse(page.getElementById(stateId)?.textContent ?? '{}')
