import { expect, test } from 'bun:test'
import { hostOf, isNameOf } from './host-names.ts'

test.each([
  ['portal.example.com', 'portal.example.com'],
  ['www.portal.example.com', 'portal.example.com'],
  ['x.portal.example.com', 'portal.example.com'],
  ['a.b.portal.example.com', 'portal.example.com'],
  ['example.com', 'portal.example.com'],
  ['example.com', 'www.example.com'],
  ['shop.example.com', 'www.example.com'],
  ['127.0.0.1', '127.0.0.1'],
  ['x.localhost', 'localhost'],
])('%s is a name of %s', (name, host) => expect(isNameOf(name, host)).toBe(true))

test.each([
  ['shop.example.com', 'portal.example.com'],
  ['notportal.example.com', 'portal.example.com'],
  ['portal.example.org', 'portal.example.com'],
  ['ample.com', 'portal.example.com'],
  ['shop.example', '127.0.0.1'],
])('%s is not a name of %s', (name, host) => expect(isNameOf(name, host)).toBe(false))

test.each([
  ['https://Portal.Example.com:8443', 'portal.example.com'],
  ['portal.example.com:3000', 'portal.example.com'],
  ['[::1]:3000', '[::1]'],
  ['', null],
  [null, null],
  ['a b', null],
])('the host of %p is %p', (text, host) => expect(hostOf(text)).toBe(host))
