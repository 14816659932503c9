import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type MemberRole, memberRoles, type SharedMeta } from '#shared/member-roles.ts'
import { hour } from '#shared/time.ts'
import { places } from './authorisation/foreign-ids.ts'
import {
  callAs,
  calls,
  parameterOf,
  type SharedCall,
  serviceOf,
  transportsOf,
} from './authorisation/sharing.ts'
import { createWorld, type World } from './authorisation/world.ts'

let world: World
let emptyService: string
beforeAll(async () => {
  world = await createWorld()
  emptyService = await world.makeOwnService(world.people.owner.id)
})
afterEach(() => world.revive())
afterAll(() => world.close())

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
async function joinWhereItLies({ row, shared }: SharedCall, role: MemberRole) {
  const [id, parameter] = [await row.item?.(world), parameterOf(row)]
  const kind = parameter && shared?.by[parameter]
  const serviceId = id && kind ? await serviceOf(world, kind, id) : world.activeService('owner')
  return { id, actingFor: await world.makeMember({ by: 'foreign', serviceId, role }) }
}

describe('a call that does not declare access for members is refused to them:', () => {
  test.each(named(closed))('%s', async (_, { row, procedure }) => {
    const actingFor = await world.makeMember({ by: 'foreign', serviceId: emptyService })
    for (const send of transportsOf(world, { row, procedure })) {
      const { status, code } = await callAs(world, { row, send, actingFor })
      expect([status, code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

/** The roles that a call with a minimum role accepts (docs/product.md, "Members"). */
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
    for (const send of transportsOf(world, call)) {
      const { id, actingFor } = await joinWhereItLies(call, role)
      const { status, code } = await callAs(world, { row: call.row, send, actingFor, ...(id ? { id } : {}) })
      // Adds a service where the call leaves it out.
      if (isAnswered) expect([call.row.ok ?? 200, 200]).toContain(status)
      else expect([status, code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

describe('a membership that has ended, was removed or is another customer’s gives no access:', () => {
  test.each(named(open))('%s', async (_, call) => {
    const { row } = call
    for (const send of transportsOf(world, call)) {
      const endsAt = new Date(world.app.deps.now().getTime() - hour)
      const ended = await world.makeMember({ by: 'foreign', endsAt })
      expect(await callAs(world, { row, send, actingFor: ended })).toMatchObject(notMember)
      const others = await world.makeMember({ by: 'administrator' })
      expect(await callAs(world, { row, send, actingFor: others })).toMatchObject(notMember)
      const invited = await world.makeMember({})
      expect(await callAs(world, { row, send, actingFor: invited })).toMatchObject(notMember)
      expect(await callAs(world, { row, send, actingFor: Bun.randomUUIDv7() })).toMatchObject(notMember)
    }
  })
})
const notMember = { status: 403, code: 'NOT_A_MEMBER' }

/** The answer without its varying parts and without the requested id. */
const neutral = ({ status, text }: { status: number; text: string }, id: string) =>
  `${status} ${text.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'the id')}`

describe('an id in another service of the same owner is answered as missing:', () => {
  const openPlaces = places.flatMap((place) => {
    const call = open.find(({ row }) => row.route === place.row.route)
    return call ? [{ ...place, call }] : []
  })

  test('every id parameter in a call open to members has a declared kind', () => {
    const unsaid = openPlaces.filter(
      ({ field, call }) => !call.shared?.by[field ?? parameterOf(call.row) ?? ''],
    )
    expect(unsaid.map(({ row, field }) => `${row.route} ${field}`)).toEqual([])
  })

  test.each(openPlaces.map((place) => [`${place.row.route} (${place.field ?? 'path'})`, place] as const))(
    '%s',
    async (_, { row, field, call }) => {
      const things = Object.values(await world.thingsOf('owner'))
      const actingFor = await world.makeMember({
        by: 'foreign',
        serviceId: emptyService,
        role: roleFor(call),
      })
      for (const send of transportsOf(world, call)) {
        const ask = async (id: string) => {
          const json = (await row.json?.(world)) as Record<string, unknown> | undefined
          const isMany = field !== null && (field.endsWith('s') || Array.isArray(json?.[field]))
          const given = field === null ? { id } : { json: { ...json, [field]: isMany ? [id] : id } }
          return neutral(await callAs(world, { row, send, actingFor, ...given }), id)
        }
        const missing = await ask(Bun.randomUUIDv7())
        expect(missing).toStartWith('404 ')
        for (const id of things) expect(await ask(id)).toBe(missing)
      }
    },
  )

  test.each(['', 'all', 'null', 'undefined'])(
    'the filter “%s” is limited to the shared service',
    async (all) => {
      const actingFor = await world.makeMember({ by: 'foreign', serviceId: emptyService })
      await world.makeFile()
      const options = { method: 'GET', cookie: await world.cookie('foreign') }
      const { body } = await world.send(`/api/files?serviceId=${all}`, {
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
    const things = Object.values(await world.thingsOf('owner')).filter(Boolean)
    const actingFor = await world.makeMember({ by: 'foreign', serviceId: emptyService, role: roleFor(call) })
    for (const send of transportsOf(world, { row, procedure })) {
      const { text } = await callAs(world, { row, send, actingFor })
      expect(things.filter((id) => text.includes(id))).toEqual([])
    }
  })
})
