import { createContext, useContext } from 'react'
import type { ServerControl } from './server-control.ts'

const Control = createContext<ServerControl | null>(null)

/** Gives the tabs of a site the same commands as its header, so that what one of them started shows in both. */
export const ServerControlProvider = Control.Provider

/** The commands of the site that is open. */
export function useOpenControl(): ServerControl {
  const control = useContext(Control)
  if (!control) throw new Error('Only a site’s page can show this.')
  return control
}
