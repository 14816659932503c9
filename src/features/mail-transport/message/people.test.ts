import { expect, test } from 'bun:test'
import addressparser from 'nodemailer/lib/addressparser'

const read = (text: string) => addressparser(text, { flatten: true })

test('nodemailer’s address parser lists people by name and address', () => {
  expect(read('"Ann, A." <ann@example.com>, bob@example.com (Bob)')).toEqual([
    { name: 'Ann, A.', address: 'ann@example.com' },
    { name: 'Bob', address: 'bob@example.com' },
  ])
})

test('nodemailer’s address parser flattens groups into their members', () => {
  expect(read('Team: ann@example.com, Bob <bob@example.com>;, eve@example.com')).toEqual([
    { name: '', address: 'ann@example.com' },
    { name: 'Bob', address: 'bob@example.com' },
    { name: '', address: 'eve@example.com' },
  ])
  expect(read('undisclosed-recipients:;')).toEqual([])
})

test('nodemailer’s address parser does not find addresses in a quoted name', () => {
  expect(read('"eve@partner.example" <ann@example.com>')).toEqual([
    { name: 'eve@partner.example', address: 'ann@example.com' },
  ])
})
