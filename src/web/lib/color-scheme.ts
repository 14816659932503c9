/** `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto'

const schemeCookie = 'scheme'
const yearSeconds = 31_536_000

const isScheme = (value: unknown): value is ColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

/** The scheme in a `Cookie` header; `auto` when it names none. */
export function readScheme(cookies: string | null | undefined): ColorScheme {
  const found = (cookies ?? '').match(/(?:^|;\s*)scheme=([a-z]+)/)?.[1]
  return isScheme(found) ? found : 'auto'
}

// The Cookie Store API requires a secure context, which a portal on a local network does not have.
const writeScheme = (scheme: ColorScheme) =>
  Reflect.set(document, 'cookie', `${schemeCookie}=${scheme}; path=/; max-age=${yearSeconds}; samesite=lax`)

const systemIsDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)')

/** Applies the cookie's scheme, without colour transitions. */
function showScheme(): void {
  const { dataset } = document.documentElement
  const chosen = readScheme(document.cookie)
  const system = systemIsDark().matches ? 'dark' : 'light'
  dataset.still = ''
  dataset.mantineColorScheme = chosen === 'auto' ? system : chosen
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.still))
}

const watchers = new Set<() => void>()

/** Calls `changed` whenever a scheme is chosen. */
export function watchScheme(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Changes the scheme on screen, and in a cookie, so that the server renders the right one. */
export function chooseScheme(scheme: ColorScheme): void {
  writeScheme(scheme)
  showScheme()
  for (const changed of watchers) changed()
}

/** Makes the screen follow the system's scheme, unless another one is chosen. */
export const followSystemScheme = (): void => systemIsDark().addEventListener('change', showScheme)
