import { expect, test } from 'bun:test'
import { type SubdomainValues, subdomainForm, targetOf, wishOf } from './subdomain-form.ts'

const addressOf = (service: string) => (service === 's' ? '192.0.2.7' : '')
const form = subdomainForm('example.com', addressOf)
const shop: SubdomainValues = {
  name: 'shop',
  kind: 'address',
  service: 's',
  target: '192.0.2.1',
  redirect: '302',
}

const issuesOf = (values: Partial<SubdomainValues>) =>
  (form.safeParse({ ...shop, ...values }).error?.issues ?? []).map(({ path, message }) => [path[0], message])

test('points a subdomain to a service, to an address of either kind, or to another host', () => {
  expect(issuesOf({})).toEqual([])
  expect(issuesOf({ target: '2001:db8::1' })).toEqual([])
  expect(issuesOf({ kind: 'host', target: 'www.example.net' })).toEqual([])
  expect(issuesOf({ kind: 'service', target: '' })).toEqual([])
  expect(targetOf({ ...shop, kind: 'service' }, addressOf)).toBe('192.0.2.7')
  expect(targetOf(shop, addressOf)).toBe('192.0.2.1')
})

test('shows a fault of a subdomain below its field', () => {
  expect(issuesOf({ name: ' ' })).toEqual([['name', 'Enter a name, such as shop.']])
  expect(issuesOf({ name: 'example.com' })).toEqual([
    ['name', 'This is example.com itself. Enter a name such as shop.'],
  ])
  expect(issuesOf({ name: 'a b' })).toMatchObject([
    ['name', expect.stringMatching(/^A name consists of letters/)],
  ])
  expect(issuesOf({ target: 'here' })).toEqual([['target', 'Enter an IPv4 address, such as 192.0.2.1.']])
  expect(issuesOf({ kind: 'host', target: '192.0.2.1' })).toMatchObject([
    ['target', expect.stringContaining('needs a host name')],
  ])
})

test('redirects to a full external address', () => {
  const redirect = { kind: 'redirect', target: 'https://www.example.net/shop' } as const
  expect(issuesOf(redirect)).toEqual([])
  expect(wishOf({ ...shop, ...redirect, redirect: '308' }, addressOf)).toEqual({
    name: 'shop',
    target: 'https://www.example.net/shop',
    redirect: 308,
  })
  expect(wishOf(shop, addressOf)).toMatchObject({ redirect: null })
  expect(issuesOf({ ...redirect, target: 'www.example.net' })).toEqual([
    ['target', 'Enter a full address, such as https://www.example.net/shop.'],
  ])
  expect(issuesOf({ ...redirect, target: 'http://shop.example.com/other' })).toEqual([
    ['target', 'shop.example.com cannot be redirected to itself. Enter an address at another host.'],
  ])
  expect(issuesOf({ ...redirect, name: 'www' })).toMatchObject([
    ['name', expect.stringContaining('in the domain settings')],
  ])
  expect(issuesOf({ ...redirect, name: 'a b' })).toMatchObject([
    ['name', expect.stringMatching(/^A name consists/)],
  ])
})
