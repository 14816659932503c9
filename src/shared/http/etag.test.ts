import { describe, expect, test } from 'bun:test'
import { knowsEtag } from './etag.ts'

describe('If-None-Match', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b" ,W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['"a', false],
    ['"aa"', false],
    ['', false],
    [null, false],
  ])('%s', (header, known) => {
    expect(knowsEtag(header, '"a"')).toBe(known)
    expect(knowsEtag(header, 'W/"a"')).toBe(known)
  })
})
