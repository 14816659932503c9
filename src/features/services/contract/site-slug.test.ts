import { expect, test } from 'bun:test'
import { pictureUrl, siteSlugPattern, slugsFor } from './site-slug.ts'

const id = '0190f3a0-0000-7000-8000-0123455a7b22'
const site = { id, name: null, domain: null, planName: 'Basic' }
const first = (change: Partial<typeof site> | { name: string } | { domain: string }) =>
  slugsFor({ ...site, ...change })[0]

test('a site is named after its name, else its domain, else its plan and digits of its id', () => {
  expect(first({ name: "Asha's Shop" })).toBe('ashas-shop')
  expect(first({ domain: 'shop.example.in' })).toBe('shop-example-in')
  expect(first({ domain: 'xn--bcher-kva.example' })).toBe('bucher-example')
  expect(first({ planName: 'VPS Pro' })).toBe('vps-pro-5a7b22')
  expect(first({ name: 'आशा' })).toBe('basic-5a7b22')
  expect(slugsFor({ ...site, name: 'Shop' })).toEqual(['shop', 'shop-5a7b22', 'shop-0123455a7b22'])
})

test('every slug is one DNS label, and none is an id', () => {
  const names = [
    'x'.repeat(200),
    `${'a'.repeat(47)}-b`,
    '--a--',
    '!',
    '🙂',
    'Ärger & Söhne',
    id,
    'aaaaaaaa bbbb cccc dddd',
  ]
  for (const name of names)
    for (const slug of slugsFor({ ...site, id: id.replace('0123455a7b22', '0123456789ab'), name })) {
      expect(slug).toMatch(siteSlugPattern)
      expect(slug).not.toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }
})

test('a picture has its own URL', () => {
  expect(pictureUrl('https://a.example/sites/shop/')).toBe('https://a.example/pictures/shop/')
})
