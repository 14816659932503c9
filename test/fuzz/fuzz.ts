import { z } from 'zod'
import { appRouter } from '#app/router.ts'
import { schemaOf } from '#server/http/openapi/schema.ts'
import { listRoutes } from '#server/http/rest.ts'
import type { Meta } from '#server/trpc/procedure-meta.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import type { Answer, Fixture, Role } from '../authorisation/fixture.ts'
import { type GenerateOptions, type Schema, spoil, valid } from './generate.ts'
import { createRandom, type Random } from './random.ts'

/** One call over one transport. */
type Call = {
  name: string
  method: string
  path: string | null
  status: number
  input: Schema
  output: z.ZodType
}

const refusal = z.object({
  message: z.string().min(1),
  code: z.string().min(1),
  requestId: z.string().min(1),
  fields: z.record(z.string(), z.string()).optional(),
})
/** Internals that no answer may reveal. PostgreSQL is also an engine that customers choose. */
const inside =
  /sqlite|drizzle|postgres(?!ql\b)|\bat \w+ \(|node_modules|stack|\/src\/|constraint|syntax error/i
const slow = /^(auth\.(login|register|changePassword|password\.reset)) /

const contractOf = (call: unknown) => {
  const { inputs = [], output } = (call as { _def: { inputs?: unknown[]; output?: unknown } })._def
  return {
    input: schemaOf(inputs.at(-1), 'input') as Schema,
    output: z.fromJSONSchema(
      schemaOf(output, 'output') as Parameters<typeof z.fromJSONSchema>[0],
    ) as z.ZodType,
  }
}

/** Every call of the live route table, by REST path and by name. */
function listCalls(): Call[] {
  const rest = listRoutes(appRouter).map(({ method, path, procedure, meta, call }) => ({
    ...contractOf(call),
    name: `${procedure} ${method} ${path}`,
    method,
    path,
    status: meta.status ?? 200,
  }))
  const named = Object.entries(proceduresOf(appRouter)).map(([name, call]) => ({
    ...contractOf(call),
    name: `${name} tRPC`,
    method: call._def.type === 'query' ? 'GET' : 'POST',
    path: null,
    status: ((call._def.meta ?? {}) as Meta).status ?? 200,
  }))
  return [...rest, ...named]
}

type Sent = { path: string; options: Parameters<Fixture['send']>[1] }

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function queryOf(input: unknown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input ?? {}) as object))
    for (const each of [value].flat().slice(0, 20))
      query.append(name, asText(each).toWellFormed().slice(0, 2_000))
  return query.size > 0 ? `?${query}` : ''
}

/** A body as a careless or hostile client writes it. */
function bodyOf(input: unknown, random: Random): { body: BodyInit; headers: Record<string, string> } {
  const json = JSON.stringify(input) ?? ''
  const body = random.once(15) ? json.slice(0, random.int(json.length + 1)) : json
  const type = random.once(25)
    ? random.pick(['text/plain', 'application/json; charset=utf-16', ''])
    : 'application/json'
  const headers = {
    'content-type': type,
    ...(random.once(8) ? { 'idempotency-key': `k${random.int(20)}` } : {}),
  }
  return { body: random.once(40) ? new Uint8Array([0xff, 0xfe, ...Buffer.from(body)]) : body, headers }
}

function write({ name, method, path }: Call, input: unknown, random: Random): Sent {
  if (path === null) {
    const target = `/api/trpc/${name.split(' ')[0]}`
    if (method === 'POST') return { path: target, options: { method, ...bodyOf(input, random) } }
    const text = encodeURIComponent((JSON.stringify(input) ?? '').toWellFormed().slice(0, 6_000))
    return { path: `${target}?input=${text}`, options: { method } }
  }
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(
      asText(fields[field] ?? Bun.randomUUIDv7())
        .toWellFormed()
        .slice(0, 500),
    ),
  )
  if (method === 'GET') return { path: filled + queryOf(input), options: { method } }
  return { path: filled, options: { method, ...bodyOf(input, random) } }
}

/** The fault of an answer, or null. */
function judge({ output, path, status: success }: Call, { status, text, body }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status < 400) {
    if (path !== null && status !== success && status !== 304 && !(success === 201 && status === 200))
      return `${status} in place of ${success}`
    const answered = path === null ? (body as { result?: { data?: unknown } } | null)?.result?.data : body
    const checked = status === 304 ? { success: true as const } : output.safeParse(answered)
    return checked.success
      ? null
      : `${status} off its schema: ${checked.error.issues[0]?.path.join('.')} ${text.slice(0, 200)}`
  }
  if (inside.test(text)) return `${status} tells of the inside: ${text.slice(0, 200)}`
  const refused =
    path === null
      ? ((body as { error?: { data?: { body?: unknown } } } | null)?.error?.data?.body ?? body)
      : body
  return refusal.safeParse(refused).success ? null : `${status} is no refusal: ${text.slice(0, 200)}`
}

const roles: Role[] = [
  'visitor',
  'pending',
  'owner',
  'owner',
  'owner',
  'foreign',
  'hasAdminAccess',
  'administrator',
  'administrator',
]
/** Calls per session; some calls end it. */
const sessionLength = 25

async function gatherIds(fixture: Fixture): Promise<string[]> {
  await fixture.revive()
  const things = [await fixture.ownedIds('owner'), await fixture.ownedIds('foreign')].flatMap(
    Object.values<string>,
  )
  return [...things, fixture.planId, await fixture.categoryId()]
}

export type Findings = { calls: number; statuses: Map<number, number>; problems: string[] }

/** The first seed, and how many inputs or seconds to run. */
type FuzzOptions = { seed: number; count?: number; seconds?: number }

/** Sends inputs generated from the schemas of the live route table, a third of them valid, over both transports. */
export async function fuzz(
  fixture: Fixture,
  { seed, count = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY }: FuzzOptions,
): Promise<Findings> {
  const random = createRandom(seed)
  const calls = listCalls()
  const findings: Findings = { calls: 0, statuses: new Map(), problems: [] }
  let ids: unknown[] = []
  let cookie: string | undefined
  const end = performance.now() + seconds * 1_000
  while (findings.calls < count && performance.now() < end) {
    if (findings.calls % 500 === 0) ids = [...(await gatherIds(fixture)), Bun.randomUUIDv7(), 'no-uuid', '']
    if (findings.calls % sessionLength === 0) cookie = await fixture.cookie(random.pick(roles))
    const call = random.pick(calls)
    // Each of these calls hashes a password: one in twenty is enough.
    if (slow.test(call.name) && !random.once(20)) continue
    const generation: GenerateOptions = { random, ids }
    const made = valid(call.input, generation)
    const input = random.once(3) ? made : spoil(made, generation)
    const { path, options } = write(call, input, random)
    const answer = await fixture.send(path, { ...options, cookie })
    findings.calls += 1
    findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1)
    const problem = judge(call, answer)
    if (problem)
      findings.problems.push(`${call.name} ${path.slice(0, 120)} ${asText(input).slice(0, 200)}: ${problem}`)
  }
  return findings
}
