import { beforeEach, expect, test } from 'bun:test'
import { forgetRecent, noteRecent, recentOf } from './recent.ts'

beforeEach(() => localStorage.clear())

test('the five latest choices are kept, the latest first, each once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) noteRecent('asha', id)
  expect(recentOf('asha')).toEqual(['b', 'f', 'e', 'd', 'c'])
})

test('another person in the same browser sees nothing of them, nor after a sign-out', () => {
  noteRecent('asha', 'a')
  expect(recentOf('ravi')).toEqual([])
  noteRecent('ravi', 'r')
  expect(recentOf('asha')).toEqual([])
  forgetRecent()
  expect(recentOf('ravi')).toEqual([])
})

test('what is no list of choices counts as none', () => {
  for (const text of ['{', '7', 'null', '{"of":"asha","ids":[1]}', '{"of":"asha"}', '[]']) {
    localStorage.setItem('recent', text)
    expect(recentOf('asha')).toEqual([])
  }
})
