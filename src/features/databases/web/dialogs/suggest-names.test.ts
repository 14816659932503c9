import { expect, test } from 'bun:test'
import { createDatabaseInput } from '../../contract/contract.ts'
import { suggestNames } from './suggest-names.ts'

const shop = { dbName: 'shop', dbUser: 'shop_user' }

test.each([
  ['shop.example.com', 'shop'],
  ['www.shop.in', 'shop'],
  ['Ashas-Shop.in', 'ashas_shop'],
  ['mysql.example.com', 'app'],
  ['xn--bcher-kva.example', 'app'],
  ['a-very-long-name-indeed.example', 'a_very_long_name'],
  [null, 'app'],
])('the names for a database of %p begin with %s', (domain, dbName) => {
  const names = suggestNames({ domain }, [])
  expect(names).toEqual({ dbName, dbUser: `${dbName}_user` })
  const wish = { serviceId: '0190a000-0000-7000-8000-000000000001', dbPassword: 'longenough', ...names }
  expect(createDatabaseInput.safeParse(wish).success).toBe(true)
})

test('the name of a site takes precedence over its domain', () => {
  expect(suggestNames({ name: 'Asha’s Shop', domain: 'asha.in' }, []).dbName).toBe('asha_s_shop')
})

test('a taken name gets a number', () => {
  expect(suggestNames({ domain: 'shop.in' }, [shop]).dbName).toBe('shop_2')
  const second = { dbName: 'Shop_2', dbUser: 'clerk' }
  expect(suggestNames({ domain: 'shop.in' }, [shop, second])).toEqual({
    dbName: 'shop_3',
    dbUser: 'shop_3_user',
  })
})
