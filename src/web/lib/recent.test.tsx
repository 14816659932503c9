import { beforeEach, expect, test } from 'bun:test'
import { forgetRecent, noteRecent, recentOf } from './recent.ts'

beforeEach(() => localStorage.clear())

test('keeps the five latest choices, newest first and without duplicates', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) noteRecent('asha', id)
  expect(recentOf('asha')).toEqual(['b', 'f', 'e', 'd', 'c'])
})

test('hides recent choices from another user of the browser, and deletes them on sign-out', () => {
  noteRecent('asha', 'a')
  expect(recentOf('ravi')).toEqual([])
  noteRecent('ravi', 'r')
  expect(recentOf('asha')).toEqual([])
  forgetRecent()
  expect(recentOf('ravi')).toEqual([])
})

test('an unreadable list of recent choices counts as empty', () => {
  for (const text of ['{', '7', 'null', '{"of":"asha","ids":[1]}', '{"of":"asha"}', '[]']) {
    localStorage.setItem('recent', text)
    expect(recentOf('asha')).toEqual([])
  }
})
