import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { listenForKeys, offeredShortcuts, switchSingleKeys, useShortcuts } from './keys.ts'

let done: string[] = []
beforeEach(() => {
  done = []
  localStorage.clear()
})
afterEach(cleanup)

function Keys({ name, keys }: { name: string; keys: string[] }) {
  useShortcuts(
    name,
    keys.map((each) => ({
      keys: each,
      meaning: `does ${each}`,
      run: () => void done.push(`${name} ${each}`),
    })),
  )
  return null
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  // False when a handler prevented the default.
  !fireEvent.keyDown(target, { key, ...init })

test('keys pressed before a part of the page has loaded are delivered once it listens', async () => {
  listenForKeys()
  press('k', { ctrlKey: true })
  press('g')
  press('d')
  press('j')
  const shell = render(<Keys name="shell" keys={['?', 'g d', 'Mod+k']} />)
  await null
  expect(done).toEqual(['shell Mod+k', 'shell g d'])
  render(<Keys name="page" keys={['k']} />)
  await null
  expect(done).toHaveLength(2)
  render(<Keys name="late" keys={['j']} />)
  await null
  expect(done.at(-1)).toBe('late j')
  shell.unmount()
  render(<Keys name="again" keys={['j', '?']} />)
  await null
  expect(done).toHaveLength(3)
})

test('single keys, sequences and keys with Ctrl or Cmd run their actions', () => {
  render(<Keys name="a" keys={['j', 'g d', 'g s', 'Mod+k', 'Escape']} />)
  expect(press('j')).toBe(true)
  expect(press('g')).toBe(true)
  expect(press('s')).toBe(true)
  expect(press('s')).toBe(false)
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(press('K', { metaKey: true })).toBe(true)
  expect(press('Escape')).toBe(true)
  expect(done).toEqual(['a j', 'a g s', 'a Mod+k', 'a Mod+k', 'a Escape'])
})

test('a second key that does not continue a sequence counts as a key of its own', () => {
  render(<Keys name="a" keys={['j', 'g d']} />)
  press('g')
  press('j')
  press('d')
  expect(done).toEqual(['a j'])
})

test('typed text, keys with other modifiers and keys in a dialog are ignored', () => {
  const { container } = render(
    <>
      <Keys name="a" keys={['j', 'Mod+k']} />
      <input />
      <div contentEditable suppressContentEditableWarning />
    </>,
  )
  for (const field of container.querySelectorAll('input, [contenteditable]')) press('j', {}, field)
  press('j', { altKey: true })
  press('j', { ctrlKey: true })
  press('k', { ctrlKey: true, shiftKey: true })
  press('k', { ctrlKey: true, metaKey: true })
  press('j', { isComposing: true })
  render(<div role="dialog" />)
  press('j')
  expect(done).toEqual([])
})

test('a key that another handler has prevented is ignored', () => {
  render(<Keys name="a" keys={['j', 'Mod+k']} />)
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  press('j')
  press('k', { ctrlKey: true })
  document.body.removeEventListener('keydown', take)
  expect(done).toEqual([])
})

test('single-character keys can be switched off without affecting others', () => {
  render(<Keys name="a" keys={['j', 'g d', 'Escape', 'Mod+k']} />)
  switchSingleKeys(false)
  for (const key of ['j', 'g', 'd', 'Escape']) press(key)
  press('k', { ctrlKey: true })
  expect(done).toEqual(['a Escape', 'a Mod+k'])
  switchSingleKeys(true)
  press('j')
  expect(done.at(-1)).toBe('a j')
})

test('lists the shortcuts of mounted components, and removes them on unmount', () => {
  const page = render(<Keys name="page" keys={['j']} />)
  render(<Keys name="shell" keys={['?']} />)
  render(<Keys name="none" keys={[]} />)
  expect(offeredShortcuts().map(({ name }) => name)).toEqual(['page', 'shell'])
  page.unmount()
  expect(offeredShortcuts().map(({ name }) => name)).toEqual(['shell'])
  press('j')
  expect(done).toEqual([])
})
