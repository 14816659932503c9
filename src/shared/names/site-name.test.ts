import { expect, test } from 'bun:test'
import { serviceLabel, serviceLabelIn, siteName } from './site-name.ts'

const plain = { id: 'one', domain: null, plan: { name: 'Starter' }, createdAt: '2026-11-14T13:05:00.000Z' }
const shop = { ...plain, id: 'shop', domain: 'xn--bcher-kva.example' }

test('a site is named by its domain in letters, and without one by its plan', () => {
  expect(siteName(shop)).toBe('bücher.example')
  expect(siteName(plain, [plain, shop])).toBe('Starter')
})

test('a service is labelled by its plan and its domain', () => {
  expect(serviceLabel(shop, [plain, shop])).toBe('Starter · bücher.example')
  expect(serviceLabel(plain, [plain, shop])).toBe('Starter')
  expect(serviceLabelIn([plain, shop], shop.id, 'gone')).toBe('Starter · bücher.example')
  expect(serviceLabelIn([plain, shop], 'other', 'gone')).toBe('gone')
})

test('the owner’s name for a site comes before the domain and the plan', () => {
  const named = { ...shop, name: 'Book shop' }
  expect(siteName(named)).toBe('Book shop')
  expect(serviceLabel(named)).toBe('Starter · Book shop')
  expect(serviceLabel(plain, [plain, { ...plain, id: 'named', name: 'Blog' }])).toBe('Starter')
})

test('adds the order time to services of the same plan without a domain', () => {
  const later = { ...plain, id: 'two', createdAt: '2026-11-15T13:05:00.000Z' }
  const other = { ...plain, id: 'three', plan: { name: 'Business' } }
  const all = [plain, shop, later, other]
  expect(all.map((service) => serviceLabel(service, all))).toEqual([
    'Starter, ordered 14 Nov 2026, 18:35 IST',
    'Starter · bücher.example',
    'Starter, ordered 15 Nov 2026, 18:35 IST',
    'Business',
  ])
})
