import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The name of the key that a shortcut is pressed with; `Ctrl` until the browser has told what it runs on. */
export const useModifier = (): string =>
  useSyncExternalStore(
    never,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
