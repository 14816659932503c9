import { type Answer, type Fixture, type Role, roles } from './fixture.ts'
import type { Row } from './row.ts'

/** One way to call a route: with the input, the id in its path, and a cookie. */
export type Send = (call: {
  cookie: string | undefined
  /** An API key in place of the cookie. */
  bearer?: string
  /** The membership through which the caller acts for another customer. */
  actingFor?: string
  id: string | undefined
  json: unknown
  form: Record<string, string> | undefined
}) => Promise<Answer>

function expected(row: Row, role: Role): number {
  const ok = row.ok ?? 200
  if (row.access === 'visitor') return ok
  if (row.access === 'loopback or token') return 404
  if (role === 'visitor') return 401
  if (row.access === 'administrator') return role === 'administrator' ? ok : 403
  if (row.access === 'activeCustomer' && role === 'pending') return 403
  return row.item && role !== 'owner' ? 404 : ok
}

const secretKey = /"(\w*(?:password|secret|hash|token|sid|sess)\w*)":/i

/** The answer without its request id. */
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/g, '"requestId":""')

/** The faults of a route: a wrong status for a role, or answers that differ between a foreign id and a missing one. */
export async function judge(row: Row, send: Send, fixture: Fixture): Promise<string[]> {
  const complaints: string[] = []
  const call = async (role: Role, id: string | undefined) =>
    send({
      cookie: await fixture.cookie(role),
      id,
      json: await row.json?.(fixture),
      form: row.form?.(fixture),
    })
  for (const role of roles) {
    const id = await row.item?.(fixture)
    const answer = await call(role, id)
    const status = expected(row, role)
    if (answer.status !== status) {
      complaints.push(`${row.route} as ${role}: ${answer.status} instead of ${status}`)
    }
    const leak = answer.status < 300 && !row.namesSecrets ? secretKey.exec(answer.text)?.[1] : undefined
    if (leak !== undefined) complaints.push(`${row.route} as ${role}: the answer contains ${leak}`)
    if (id === undefined || status !== 404) continue
    const missing = await call(role, Bun.randomUUIDv7())
    if (withoutRequestId(missing.text) !== withoutRequestId(answer.text)) {
      complaints.push(`${row.route} as ${role}: the answer differs between a foreign id and a missing one`)
    }
  }
  if (row.item) {
    const missing = await call(row.access === 'administrator' ? 'administrator' : 'owner', 'no-uuid')
    if (missing.status !== 404) complaints.push(`${row.route}: ${missing.status} for a malformed id`)
  }
  return complaints
}
