import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type MemberRole, memberRoles, type SharedMeta } from '#shared/member-roles.ts'
import { hour } from '#shared/time.ts'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import { idPositions } from './authorisation/foreign-ids.ts'
import {
  callAs,
  calls,
  parameterOf,
  type SharedCall,
  serviceOf,
  transportsOf,
} from './authorisation/sharing.ts'

let fixture: Fixture
let emptyService: string
beforeAll(async () => {
  fixture = await createFixture()
  emptyService = await fixture.makeOwnService(fixture.people.owner.id)
})
afterEach(() => fixture.revive())
afterAll(() => fixture.close())

const named = (all: SharedCall[]) => all.map((call) => [call.row.route, call] as const)
const open = calls.filter(({ shared }) => shared)
// Public calls with the same answer for every caller.
const forAll = new Set([
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/login',
  'GET /preview',
])
const closed = calls.filter(({ row, shared }) => !shared && !forAll.has(row.route))

/** A member of the service that the id in the path belongs to, and that id. */
async function addMemberToService({ row, shared }: SharedCall, role: MemberRole) {
  const [id, parameter] = [await row.item?.(fixture), parameterOf(row)]
  const kind = parameter && shared?.by[parameter]
  const serviceId = id && kind ? await serviceOf(fixture, kind, id) : fixture.activeService('owner')
  return { id, actingFor: await fixture.makeMember({ by: 'foreign', serviceId, role }) }
}

describe('a call that does not declare access for members is refused to them:', () => {
  test.each(named(closed))('%s', async (_, { row, procedure }) => {
    const actingFor = await fixture.makeMember({ by: 'foreign', serviceId: emptyService })
    for (const send of transportsOf(fixture, { row, procedure })) {
      const { status, code } = await callAs(fixture, { row, send, actingFor })
      expect([status, code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

/** The roles that a call with a minimum role accepts (docs/product/members.md, "Members"). */
const answered: Record<SharedMeta['from'], MemberRole[]> = {
  any: ['viewer', 'developer', 'billing'],
  viewer: ['viewer', 'developer'],
  developer: ['developer'],
  billing: ['billing'],
}
/** A role that may make the call, for tests where the role does not matter. */
const roleFor = ({ shared }: SharedCall) => answered[shared?.from ?? 'any'].at(-1) ?? 'developer'
const callsByRole = memberRoles.flatMap((role) =>
  open.map((call) => {
    const isAnswered = call.shared !== undefined && answered[call.shared.from].includes(role)
    return [
      `${isAnswered ? 'answers' : 'refuses'} a member with the role ${role}`,
      call.row.route,
      call,
      role,
      isAnswered,
    ] as const
  }),
)

describe('a call open to members', () => {
  test.each(callsByRole)('%s as declared: %s', async (_, __, call, role, isAnswered) => {
    for (const send of transportsOf(fixture, call)) {
      const { id, actingFor } = await addMemberToService(call, role)
      const { status, code } = await callAs(fixture, {
        row: call.row,
        send,
        actingFor,
        ...(id ? { id } : {}),
      })
      // Adds a service where the call leaves it out.
      if (isAnswered) expect([call.row.ok ?? 200, 200]).toContain(status)
      else expect([status, code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

describe('a membership that has ended, was removed or is another customer’s gives no access:', () => {
  test.each(named(open))('%s', async (_, call) => {
    const { row } = call
    for (const send of transportsOf(fixture, call)) {
      const endsAt = new Date(fixture.app.deps.now().getTime() - hour)
      const ended = await fixture.makeMember({ by: 'foreign', endsAt })
      expect(await callAs(fixture, { row, send, actingFor: ended })).toMatchObject(notMember)
      const others = await fixture.makeMember({ by: 'administrator' })
      expect(await callAs(fixture, { row, send, actingFor: others })).toMatchObject(notMember)
      const invited = await fixture.makeMember({})
      expect(await callAs(fixture, { row, send, actingFor: invited })).toMatchObject(notMember)
      expect(await callAs(fixture, { row, send, actingFor: Bun.randomUUIDv7() })).toMatchObject(notMember)
    }
  })
})
const notMember = { status: 403, code: 'NOT_A_MEMBER' }

/** The answer without its varying parts and without the requested id. */
const neutral = ({ status, text }: { status: number; text: string }, id: string) =>
  `${status} ${text.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'the id')}`

describe('an id in another service of the same owner is answered as missing:', () => {
  const openPlaces = idPositions.flatMap((position) => {
    const call = open.find(({ row }) => row.route === position.row.route)
    return call ? [{ ...position, call }] : []
  })

  test('every id parameter in a call open to members has a declared kind', () => {
    const unsaid = openPlaces.filter(
      ({ field, call }) => !call.shared?.by[field ?? parameterOf(call.row) ?? ''],
    )
    expect(unsaid.map(({ row, field }) => `${row.route} ${field}`)).toEqual([])
  })

  test.each(
    openPlaces.map((position) => [`${position.row.route} (${position.field ?? 'path'})`, position] as const),
  )('%s', async (_, { row, field, call }) => {
    const things = Object.values(await fixture.ownedIds('owner'))
    const actingFor = await fixture.makeMember({
      by: 'foreign',
      serviceId: emptyService,
      role: roleFor(call),
    })
    for (const send of transportsOf(fixture, call)) {
      const ask = async (id: string) => {
        const json = (await row.json?.(fixture)) as Record<string, unknown> | undefined
        const isMany = field !== null && (field.endsWith('s') || Array.isArray(json?.[field]))
        const given = field === null ? { id } : { json: { ...json, [field]: isMany ? [id] : id } }
        return neutral(await callAs(fixture, { row, send, actingFor, ...given }), id)
      }
      const missing = await ask(Bun.randomUUIDv7())
      expect(missing).toStartWith('404 ')
      for (const id of things) expect(await ask(id)).toBe(missing)
    }
  })

  test.each(['', 'all', 'null', 'undefined'])(
    'the filter “%s” is limited to the shared service',
    async (all) => {
      const actingFor = await fixture.makeMember({ by: 'foreign', serviceId: emptyService })
      await fixture.makeFile()
      const options = { method: 'GET', cookie: await fixture.cookie('foreign') }
      const { body } = await fixture.send(`/api/files?serviceId=${all}`, {
        ...options,
        headers: { 'x-acting-for': actingFor },
      })
      expect(body).toEqual([])
    },
  )
})

describe('a list contains nothing from another service of the same owner:', () => {
  const lists = open.filter(({ row }) => !row.item && row.route !== 'GET /api/events')
  test.each(named(lists))('%s', async (_, call) => {
    const { row, procedure } = call
    const things = Object.values(await fixture.ownedIds('owner')).filter(Boolean)
    const actingFor = await fixture.makeMember({
      by: 'foreign',
      serviceId: emptyService,
      role: roleFor(call),
    })
    for (const send of transportsOf(fixture, { row, procedure })) {
      const { text } = await callAs(fixture, { row, send, actingFor })
      expect(things.filter((id) => text.includes(id))).toEqual([])
    }
  })
})
