import { useEffect, useEffectEvent } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

/** A key and its action: `j`, `Escape`, `g d` (one after the other) or `Mod+k` (with Ctrl, on a Mac with Cmd). */
export type Shortcut = { keys: string; meaning: string; run: () => void }

/** The shortcuts of a part of the screen, under a readable name. */
export type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] }

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"]'
const dialog = '[role="dialog"]'
const keptUnder = 'single-keys'
const off = 'off'

/** The longest time between the two keys of a sequence. */
const sequenceMs = 1_500
/** After the first listener is ready, the others have this long to handle earlier keys. */
const settleMs = 1_500
const mostEarly = 4

const groups = new Set<() => ShortcutGroup>()
let begun = ''
let begunTimer: ReturnType<typeof setTimeout> | undefined
/** Keys that no listener handled during hydration; dropped afterwards. */
let early: string[] | undefined = []
let isListening = false
let isSettling = false

/** Whether keys without Ctrl or Cmd are active; a user can switch them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => readStored(keptUnder) !== off

export const switchSingleKeys = (isOn: boolean): void => writeStored(keptUnder, isOn ? null : off)

/** All currently active shortcuts by group, in the order of registration. */
export const offeredShortcuts = (): ShortcutGroup[] =>
  [...groups].map((read) => read()).filter(({ shortcuts }) => shortcuts.length > 0)

const allShortcuts = (): Shortcut[] => offeredShortcuts().flatMap(({ shortcuts }) => shortcuts)

const findShortcut = (keys: string): Shortcut | undefined =>
  allShortcuts().find((shortcut) => shortcut.keys === keys)

const isBeginning = (keys: string): boolean =>
  allShortcuts().some((shortcut) => shortcut.keys.startsWith(`${keys} `))

/** Whether a key belongs to typing, to a dialog or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.altKey || event.isComposing) return true
  const { target } = event
  return (
    (target instanceof Element && target.closest(writing) !== null) || document.querySelector(dialog) !== null
  )
}

function begin(keys: string): void {
  clearTimeout(begunTimer)
  begun = keys
  if (keys) begunTimer = setTimeout(() => begin(''), sequenceMs)
}

/** Runs the shortcut of the previous and this key, or of this key alone; true when there is one. */
function press(key: string): boolean {
  const tried = begun ? [`${begun} ${key}`, key] : [key]
  begin('')
  for (const keys of tried) {
    const shortcut = findShortcut(keys)
    if (shortcut) {
      shortcut.run()
      return true
    }
    if (isBeginning(keys)) {
      begin(keys)
      return true
    }
  }
  return false
}

function pressOrKeep(event: KeyboardEvent, keys: string): void {
  if (press(keys)) event.preventDefault()
  else early = early && [...early, keys].slice(-mostEarly)
}

function pressWithModifier(event: KeyboardEvent): void {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
  pressOrKeep(event, `Mod+${event.key.toLowerCase()}`)
}

function pressAlone(event: KeyboardEvent): void {
  const { key } = event
  // Only a character can be typed, or spoken, without meaning the shortcut.
  const isCharacter = key.length === 1
  if (isTaken(event) || (isCharacter && !areSingleKeysOn())) return
  pressOrKeep(event, key)
}

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey) pressWithModifier(event)
  else pressAlone(event)
}

/** Starts listening; keys pressed before hydration wait for the component that handles them. */
export function listenForKeys(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('keydown', listen)
}

function settle(): void {
  if (isSettling) return
  isSettling = true
  setTimeout(() => {
    early = undefined
  }, settleMs)
}

/** Activates the shortcuts until the returned function is called. */
function offer(read: () => ShortcutGroup): () => void {
  groups.add(read)
  listenForKeys()
  settle()
  // After all components hydrated with it: a key may concern any of them.
  queueMicrotask(() => {
    early = early?.filter((keys) => !press(keys))
  })
  return () => {
    groups.delete(read)
  }
}

/**
 * Registers shortcuts while the component is mounted; the one place that defines keys. Single keys are off
 * while somebody types or a dialog is open.
 */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const read = useEffectEvent((): ShortcutGroup => ({ name, shortcuts }))
  useEffect(() => offer(() => read()), [])
}
