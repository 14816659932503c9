import { createContext, useContext, useSyncExternalStore } from 'react'
import { type ColorScheme, readScheme, watchScheme } from './color-scheme.ts'

const SchemeContext = createContext<ColorScheme>('auto')

/** Provides the scheme that the page is rendered with. */
export const ColorSchemeProvider = SchemeContext.Provider

/** The current colour scheme, kept up to date. */
export function useColorScheme(): ColorScheme {
  const rendered = useContext(SchemeContext)
  return useSyncExternalStore(
    watchScheme,
    () => readScheme(document.cookie),
    () => rendered,
  )
}
