import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const schemeCookie = 'scheme'
const yearSeconds = 31_536_000

const isScheme = (value: unknown): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

/** The scheme in a `Cookie` header; `auto` (the system's) when it names none. */
export function readScheme(cookies: string | null | undefined): MantineColorScheme {
  const found = (cookies ?? '').match(/(?:^|;\s*)scheme=([a-z]+)/)?.[1]
  return isScheme(found) ? found : 'auto'
}

// The Cookie Store API requires a secure context, which a portal on a local network does not have.
const writeCookie = (value: string, maxAge: number) =>
  Reflect.set(document, 'cookie', `${schemeCookie}=${value}; path=/; max-age=${maxAge}; samesite=lax`)

/** Keeps the choice in a cookie, so that the server draws the right scheme at once. */
export const cookieSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === 'undefined' ? fallback : readScheme(document.cookie)),
  set: (scheme) => {
    writeCookie(scheme, yearSeconds)
  },
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {
    writeCookie('', 0)
  },
}
