import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the browser's first render: controls that need the script appear later. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
