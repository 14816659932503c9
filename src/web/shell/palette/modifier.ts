import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The name of the modifier key for shortcuts; `Ctrl` until the browser has reported its platform. */
export const useModifier = (): string =>
  useSyncExternalStore(
    never,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
