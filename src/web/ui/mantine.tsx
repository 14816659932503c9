import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { chooseScheme } from '#web/lib/color-scheme.ts'
import { useColorScheme } from '#web/lib/use-color-scheme.ts'
import { theme } from './theme.ts'

const settings = {
  setColorScheme: chooseScheme,
  clearColorScheme: () => chooseScheme('auto'),
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
}

/**
 * The providers that Mantine components need. Pages do without the library; each part that uses it is loaded when
 * first shown, and renders this. The theme's variables are in the style sheet.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const colorScheme = useColorScheme()
  const around = useContext(MantineContext)
  if (around) return children
  return (
    <MantineContext value={{ ...settings, colorScheme }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
