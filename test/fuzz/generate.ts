import type { Random } from './random.ts'

/** The parts of JSON Schema that are used here. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  format?: string
}

/** Values that have each broken some program. */
const hostileValues: readonly unknown[] = [
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\u202egpj.exe',
  '\u2028',
  '\ufeff',
  '\ud800',
  `e${'\u0301'.repeat(300)}`,
  '👩‍👩‍👧‍👦',
  '=HYPERLINK("http://evil.example")',
  '"><script>alert(1)</script>',
  '{{7*7}}',
  '$(id)',
  '%n%s%x',
  '\r\nSet-Cookie: x=1',
  "' OR 1=1--",
  '../../etc/passwd',
  'a:b',
  'CON',
  '..',
  '__proto__',
  'NaN',
  '1e309',
  '٣',
  'x'.repeat(300),
  'x'.repeat(70_000),
  -1,
  -0,
  0,
  0.1,
  1e308,
  2 ** 53,
  2 ** 31,
  -(2 ** 63),
  null,
  true,
  false,
  [],
  [[]],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
  Array.from({ length: 1_000 }, () => 'a'),
]

const words = [
  'shop',
  'a long enough password',
  'example.com',
  'asha@example.com',
  '9800000001',
  'index.html',
  'A name',
]
const texts: Record<string, (random: Random) => string> = {
  email: (random) => `fuzz-${random.int(1e6)}@example.com`,
  'date-time': () => '2026-11-20T06:30:00.000Z',
  date: () => '2026-11-20',
  uri: () => 'https://example.com/',
}

/** Usual values for the portal’s fields, by field name. */
const byName: Record<string, (random: Random) => unknown> = {
  email: texts.email as (random: Random) => string,
  emailOrMobile: texts.email as (random: Random) => string,
  mobile: (random) => `98${String(random.int(1e8)).padStart(8, '0')}`,
  amount: (random) => random.pick([99, '99.00', 12_800]),
  paymentMethod: () => 'credit_card',
  domain: (random) => `shop-${random.int(1e6)}.example.org`,
}

export type GenerateOptions = { random: Random; ids: readonly unknown[] }

const isId = (name: string) => /^(ids?|\w+Ids?|categoryId)$/.test(name)

function text({ format, minLength = 0, maxLength = 200 }: Schema, random: Random): string {
  const made = format ? texts[format]?.(random) : undefined
  return (made ?? random.pick(words)).padEnd(minLength, 'x').slice(0, Math.max(maxLength, 0))
}

function number({ minimum = -10, maximum = 1_000 }: Schema, random: Random): number {
  const low = Math.max(minimum, -1e6)
  return Math.floor(low + random.int(Math.max(1, Math.min(maximum, 1e6) - low + 1)))
}

function object(
  { properties = {}, required = [] }: Schema,
  options: GenerateOptions,
): Record<string, unknown> {
  const { random } = options
  const entries = Object.entries(properties).flatMap(([name, schema]) =>
    required.includes(name) || !random.once(3) ? [[name, valid(schema, options, name)] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** A value that fits a schema; where the schema says nothing, a value that fits the name. */
export function valid(schema: Schema, options: GenerateOptions, name = ''): unknown {
  const { random, ids } = options
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return valid(random.pick(choices), options, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => valid(each, options, name)))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'array')
    return Array.from({ length: (schema.minItems ?? 0) + random.int(3) }, () =>
      valid(schema.items ?? {}, options, name),
    )
  if (isId(name)) return random.pick(ids)
  const usual = byName[name]?.(random)
  if (usual !== undefined) return usual
  if (type === 'object') return object(schema, options)
  if (type === 'string') return text(schema, random)
  if (type === 'number' || type === 'integer') return number(schema, random)
  if (type === 'boolean') return random.once(2)
  if (type === 'null') return null
  return random.pick(words)
}

/** A valid value with one change: a value, an extra or missing field, or the whole value. */
export function spoil(input: unknown, { random, ids }: GenerateOptions): unknown {
  const hostile = () => (random.once(6) ? random.pick(ids) : random.pick(hostileValues))
  if (random.once(20) || typeof input !== 'object' || input === null) return hostile()
  if (Array.isArray(input)) return random.once(2) ? [...input, hostile()] : input.map(hostile)
  const names = Object.keys(input)
  const [name, way] = [names.length > 0 ? random.pick(names) : 'id', random.int(6)]
  const { [name]: value, ...rest } = input as Record<string, unknown>
  if (way === 0) return rest
  if (way === 1)
    return {
      ...input,
      [String(random.pick(['__proto__', 'isAdmin', 'userId', 'constructor', 'limit', 'cursor']))]: hostile(),
    }
  if (way === 2) return { ...rest, [name]: spoil(value, { random, ids }) }
  return { ...rest, [name]: hostile() }
}
