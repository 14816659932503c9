import { describe, expect, test } from 'bun:test'
import { complainOfSamples, mergeCompany, parseCompany } from './company.ts'
import { complainOfSupplier } from './money/company-billing.ts'

describe('the default content', () => {
  const company = mergeCompany()

  test('has every claim that the public pages make', () => {
    expect(company.claims).toEqual({
      offer: 'Save up to 75%',
      rating: '4.8/5',
      reviews: '50,000+',
      uptime: '99.9%',
      websites: '1M+',
      years: '15+',
      countries: '15+',
      languages: '8+',
      moneyBackDays: 30,
    })
  })

  test('has four highlights, four steps, six reasons and three testimonials', () => {
    const { highlights, steps, reasons, testimonials } = company
    expect([highlights, steps, reasons, testimonials].map((list) => list.length)).toEqual([4, 4, 6, 3])
  })

  test('has the head office, two addresses for mail, and the business hours', () => {
    expect(company.address.join(' ')).toContain('Bengaluru')
    expect(company.emails).toHaveLength(2)
    expect(company.hours.map(({ days }) => days)).toEqual(['Monday to Friday', 'Saturday', 'Sunday'])
    expect(company.foundedYear).toBe(2020)
  })
})

describe("an operator's file", () => {
  test('overrides the given parts and leaves the rest', () => {
    const overrides = parseCompany({ foundedYear: 2001, claims: { uptime: '99.95%' } })
    const company = mergeCompany(overrides)
    expect(company.foundedYear).toBe(2001)
    expect(company.claims).toMatchObject({ uptime: '99.95%', rating: '4.8/5' })
    expect(company.steps).toHaveLength(4)
  })

  const bad: [string, unknown, string][] = [
    ['no object', [], 'the content must be an object.'],
    ['an unknown part', { slogan: 'x' }, 'slogan is not known.'],
    ['a prototype key', JSON.parse('{"__proto__":{}}'), '__proto__ is not known.'],
    ['another type', { foundedYear: '2020' }, 'foundedYear must be a number.'],
    ['an empty list', { emails: [] }, 'emails must be a non-empty list.'],
    [
      'an incomplete testimonial',
      { testimonials: [{ quote: 'Good' }] },
      'testimonials[0].name must be text.',
    ],
    ['an incomplete item', { hours: [{ days: 'Monday' }] }, 'hours[0].time must be text.'],
    ['a text in a group', { claims: 'many' }, 'claims must be an object.'],
  ]
  test.each(bad)('with %s is refused in one sentence', (_name, value, sentence) => {
    expect(() => parseCompany(value)).toThrow(sentence)
  })
})

test('names the statements that are still samples', () => {
  expect(complainOfSamples({})).toBe(
    'The public pages show samples: set about, address, emails, hours, foundedYear, testimonials and claims in COMPANY_FILE.',
  )
  const { about, address, emails, hours, claims } = mergeCompany()
  const given = parseCompany({ about, address, emails, hours, foundedYear: 2026, testimonials: [], claims })
  expect(mergeCompany(given).testimonials).toEqual([])
  expect(complainOfSamples(given)).toBeNull()
  const { rating: _, ...others } = claims
  expect(complainOfSamples({ ...given, claims: others })).toBe(
    'The public pages show samples: set claims.rating in COMPANY_FILE.',
  )
})

test('names the missing supplier details for invoices, and nothing for an unregistered supplier', () => {
  expect(complainOfSupplier({ legalName: 'Hosting', address: ['Bengaluru'] })).toBe(
    'Invoices are marked as not valid for tax until you set billing.stateCode and billing.gstin in COMPANY_FILE.',
  )
  const supplier = { legalName: 'Hosting', address: ['Bengaluru'], stateCode: '29', gstin: null }
  expect(complainOfSupplier(supplier)).toBeNull()
})
