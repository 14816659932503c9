import { type BillingOverrides, sampleBilling } from './money/company-billing.ts'
import { isGstin, isState } from './money/gst.ts'
import { listWords } from './text/list-words.ts'

/** The operator's facts about the company: address, hours and marketing texts. The name comes from `COMPANY_NAME`. */

type Fact = { title: string; text: string }
type Testimonial = { quote: string; name: string; role: string }

export type Company = {
  hero: { title: string; text: string }
  about: string[]
  address: string[]
  emails: { label: string; address: string }[]
  hours: { days: string; time: string }[]
  foundedYear: number
  claims: {
    offer: string
    rating: string
    reviews: string
    uptime: string
    websites: string
    years: string
    countries: string
    languages: string
    moneyBackDays: number
  }
  highlights: Fact[]
  steps: Fact[]
  reasons: Fact[]
  testimonials: Testimonial[]
}

/** Any part of the content; a list replaces the whole list, a single claim only itself. */
export type CompanyOverrides = Partial<
  Omit<Company, 'claims' | 'hero'> & {
    claims: Partial<Company['claims']>
    hero: Partial<Company['hero']>
    billing: BillingOverrides
  }
>

/** The neutral content until the operator replaces it; testimonials are samples (docs/product/public-pages.md, "Company content"). */
const standard: Company = {
  hero: {
    title: 'Hosting that shows its work',
    text: 'Websites and virtual servers, run from one clear console and priced in rupees.',
  },
  about: [
    'We host websites and virtual servers for people who would rather watch their business than their servers. Every plan comes with the same console, the same support, and no small print.',
    'Our head office is in Bengaluru, and our data centres are close to your visitors.',
  ],
  address: ['Residency Road', 'Bengaluru 560025', 'Karnataka, India'],
  emails: [
    { label: 'Support', address: 'support@hosting.example' },
    { label: 'Sales', address: 'sales@hosting.example' },
  ],
  hours: [
    { days: 'Monday to Friday', time: '9:00 AM – 6:00 PM IST' },
    { days: 'Saturday', time: '10:00 AM – 4:00 PM IST' },
    { days: 'Sunday', time: 'Closed' },
  ],
  foundedYear: 2020,
  claims: {
    offer: 'Save up to 75%',
    rating: '4.8/5',
    reviews: '50,000+',
    uptime: '99.9%',
    websites: '1M+',
    years: '15+',
    countries: '15+',
    languages: '8+',
    moneyBackDays: 30,
  },
  highlights: [
    {
      title: 'Built to stay up',
      text: 'Live uptime for every site, and a target that we are held to.',
    },
    {
      title: 'A console that tells you',
      text: 'Live usage, logs and uptime for every server, and a restart in one click.',
    },
    {
      title: 'Backups you can trust',
      text: 'Every backup is read back and checked before it counts as completed.',
    },
    {
      title: 'People who answer',
      text: 'A person replies, typically within 24 hours on business days.',
    },
  ],
  steps: [
    {
      title: 'Choose a plan',
      text: 'Compare what each one includes. The price you see is the price you pay.',
    },
    {
      title: 'Place the order',
      text: 'Create an account and order with your own domain, or add one later.',
    },
    {
      title: 'We review it',
      text: 'A person reviews and activates each order, and we email you when it is done.',
    },
    { title: 'Run it all', text: 'Manage sites, files, projects and backups from one console.' },
  ],
  reasons: [
    { title: '99.9% uptime', text: 'The target we hold ourselves to, written into our terms.' },
    {
      title: '30-day money-back',
      text: 'A guarantee with clear rules, spelled out in our refund policy.',
    },
    { title: '15+ countries', text: 'Data centres close to the people who visit your sites.' },
    { title: '8+ languages', text: 'Ask in your language; we reply in it.' },
    { title: '15+ years', text: 'Experience that our team brings to your servers.' },
    {
      title: 'Prices in rupees',
      text: 'Every price is in Indian rupees. No currency surprises.',
    },
  ],
  testimonials: [
    {
      quote: 'We moved four shop sites over a weekend and nobody noticed, which is exactly what I wanted.',
      name: 'Ananya R.',
      role: 'Owner of a craft store',
    },
    {
      quote: 'The usage bars told me to upgrade a week before our sale would have hit the limit.',
      name: 'Vikram S.',
      role: 'Developer at an agency',
    },
    {
      quote: 'I restored a deleted folder on my own, at night, in two minutes.',
      name: 'Meera K.',
      role: 'Editor of a magazine',
    },
  ],
}

/** The content to show: the default with the operator's overrides. */
export const mergeCompany = (overrides: CompanyOverrides = {}): Company => ({
  ...standard,
  ...overrides,
  hero: { ...standard.hero, ...overrides.hero },
  claims: { ...standard.claims, ...overrides.claims },
})

const factParts = ['about', 'address', 'emails', 'hours', 'foundedYear', 'testimonials'] as const

/** Statements about the company that public pages still take from the samples, by their names in `COMPANY_FILE`. */
function listSampleFacts({ claims = {}, ...given }: CompanyOverrides): string[] {
  const names = Object.keys(standard.claims) as (keyof Company['claims'])[]
  const ofClaims = names.filter((name) => claims[name] === undefined)
  const isAll = ofClaims.length === names.length
  return [
    ...factParts.filter((part) => given[part] === undefined),
    ...(isAll ? ['claims'] : ofClaims.map((claim) => `claims.${claim}`)),
  ]
}

/** A sentence about the samples on public pages; null when there are none. */
export function complainOfSamples(overrides: CompanyOverrides): string | null {
  const samples = listSampleFacts(overrides)
  if (samples.length === 0) return null
  return `The public pages show samples: set ${listWords(samples)} in COMPANY_FILE.`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: Record<string, string> = { string: 'text', number: 'a number' }

function complainOfRecord(sample: Record<string, unknown>, value: unknown, path: string, partial: boolean) {
  if (!isRecord(value)) return `${path || 'the content'} must be an object`
  const prefix = path ? `${path}.` : ''
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(sample, key))
  if (unknown) return `${prefix}${unknown} is not known`
  for (const [key, part] of Object.entries(sample)) {
    const given = value[key]
    if (given === undefined && partial) continue
    const complaint = complain(part, given, `${prefix}${key}`, partial)
    if (complaint) return complaint
  }
  return undefined
}

/** Problems with the supplier on invoices, beyond the types of its parts. */
function complainOfBilling({ gstin, stateCode, sac }: BillingOverrides): string | undefined {
  if (stateCode !== undefined && !isState(stateCode))
    return 'billing.stateCode must be the two digits of a state'
  if (sac !== undefined && !/^99\d{4}$/.test(sac)) return 'billing.sac must be six digits that begin with 99'
  if (typeof gstin !== 'string') return undefined
  if (!isGstin(gstin)) return 'billing.gstin is not a valid GSTIN'
  return gstin.slice(0, 2) === stateCode ? undefined : 'billing.gstin must begin with billing.stateCode'
}

/** Problems with a value that should have the form of the sample; objects in a list must be complete. */
function complain(sample: unknown, value: unknown, path: string, partial: boolean): string | undefined {
  if (isRecord(sample)) return complainOfRecord(sample, value, path, partial)
  if (!Array.isArray(sample)) {
    const kind = typeof sample
    return typeof value === kind && value !== '' ? undefined : `${path} must be ${kinds[kind]}`
  }
  const mayBeEmpty = path === 'testimonials'
  if (!Array.isArray(value) || (value.length === 0 && !mayBeEmpty)) return `${path} must be a non-empty list`
  for (const [i, item] of value.entries()) {
    const complaint = complain(sample[0], item, `${path}[${i}]`, false)
    if (complaint) return complaint
  }
  return undefined
}

/** The operator's content from parsed JSON (`COMPANY_FILE`). @throws Error with one sentence that names the invalid part. */
export function parseCompany(value: unknown): CompanyOverrides {
  const { billing = {}, ...content }: Record<string, unknown> = isRecord(value) ? value : {}
  const isUnregistered = isRecord(billing) && billing.gstin === null
  const form = isUnregistered ? { ...billing, gstin: sampleBilling.gstin } : billing
  const complaint =
    complain(standard, isRecord(value) ? content : value, '', true) ??
    complain(sampleBilling, form, 'billing', true) ??
    (isRecord(form) && form.bank
      ? complain(sampleBilling.bank, form.bank, 'billing.bank', false)
      : undefined) ??
    complainOfBilling(billing as BillingOverrides)
  if (complaint) throw new Error(`${complaint}.`)
  return value as CompanyOverrides
}
