import { expect, mock, test } from 'bun:test'
import { currentToast, dismissToast, showToast, watchToasts } from './toast.ts'

test('a new toast replaces the one before it', () => {
  const changed = mock()
  const stop = watchToasts(changed)
  showToast({ title: 'First' })
  const first = currentToast()
  showToast({ title: 'Second', variant: 'destructive' })
  stop()
  expect(currentToast()).toMatchObject({ title: 'Second', variant: 'destructive' })
  expect(currentToast()?.id).not.toBe(first?.id)
  expect(changed).toHaveBeenCalledTimes(2)
})

test('a toast stays for at least six seconds', () => {
  showToast({ title: 'Short', duration: 10 })
  expect(currentToast()?.duration).toBe(6_000)
  showToast({ title: 'Undo', duration: 8_000 })
  expect(currentToast()?.duration).toBe(8_000)
})

test('no toast replaces the last one until it is dismissed', () => {
  showToast({ title: 'You are logged out', isLast: true })
  showToast({ title: 'Update Failed' })
  expect(currentToast()?.title).toBe('You are logged out')
  dismissToast(currentToast()?.id ?? 0)
  showToast({ title: 'Update Failed' })
  expect(currentToast()?.title).toBe('Update Failed')
})
