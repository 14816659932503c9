import { createContext, useContext } from 'react'
import type { ServerControl } from './server-control.ts'

const Control = createContext<ServerControl | null>(null)

/** Shares the header's commands with the tabs of a site, so that both show the progress of a command. */
export const ServerControlProvider = Control.Provider

/** The commands of the open site. */
export function useOpenControl(): ServerControl {
  const control = useContext(Control)
  if (!control) throw new Error('Only a site’s page can show this.')
  return control
}
