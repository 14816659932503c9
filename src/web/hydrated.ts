import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render of the browser: what needs the script appears only with it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
