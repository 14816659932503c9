import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { financialYear, numberOf, seriesOf } from './series.ts'
import { splitTax, type TaxKind } from './tax.ts'
import { amountInWords } from './words.ts'

describe('the tax inside an amount', () => {
  const anyKind = fc.constantFrom<TaxKind>('intra', 'inter', 'none')

  test('adds up with the taxable value to the paisa, for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), anyKind, (totalPaise, kind) => {
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = splitTax(totalPaise, kind)
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(totalPaise)
        expect(cgstPaise).toBe(sgstPaise)
        const tax = cgstPaise + sgstPaise + igstPaise
        const exact = kind === 'none' ? 0 : (totalPaise * 18) / 118
        expect(Math.abs(tax - exact)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('on ₹118 is ₹18: halves within the state, integrated across states, nothing when not registered', () => {
    expect(splitTax(11_800, 'intra')).toMatchObject({ taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900 })
    expect(splitTax(11_800, 'inter')).toMatchObject({ taxablePaise: 10_000, igstPaise: 1_800 })
    expect(splitTax(11_800, 'none')).toMatchObject({ taxablePaise: 11_800, cgstPaise: 0, igstPaise: 0 })
  })

  test('on a refund mirrors the charge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), anyKind, (paise, kind) => {
        const [charged, returned] = [splitTax(paise, kind), splitTax(-paise, kind)]
        expect(charged.taxablePaise + returned.taxablePaise).toBe(0)
        expect(charged.igstPaise + returned.igstPaise).toBe(0)
      }),
    )
  })
})

describe('a series of numbers', () => {
  test.each([
    ['2027-03-31T18:29:59.999Z', '2627'],
    ['2027-03-31T18:30:00.000Z', '2728'],
    ['2026-04-01T00:00:00+05:30', '2627'],
    ['2099-12-31T12:00:00Z', '9900'],
    ['2000-01-01T00:00:00Z', '9900'],
  ])('at %s belongs to the year %s, which begins on 1 April in Kolkata', (instant, year) => {
    expect(financialYear(new Date(instant))).toBe(year)
  })

  test('has numbers of at most 16 characters', () => {
    const at = new Date('2026-11-24T00:00:00Z')
    expect(numberOf(seriesOf('invoice', at), 1)).toBe('INV/2627/000001')
    for (const document of ['invoice', 'billOfSupply', 'creditNote'] as const)
      expect(numberOf(seriesOf(document, at), 999_999).length).toBeLessThanOrEqual(16)
  })
})

test.each([
  [0, 'Rupees Zero Only'],
  [9_900, 'Rupees Ninety Nine Only'],
  [3_350, 'Rupees Thirty Three and Fifty Paise Only'],
  [1, 'One Paisa Only'],
  [99, 'Ninety Nine Paise Only'],
  [10_001, 'Rupees One Hundred and One Paisa Only'],
  [1_280_000, 'Rupees Twelve Thousand Eight Hundred Only'],
  [12_800_000, 'Rupees One Lakh Twenty Eight Thousand Only'],
  [20_000_119, 'Rupees Two Lakh One and Nineteen Paise Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [100_000_000_000, 'Rupees One Hundred Crore Only'],
])('writes %d paise as %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})
