import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { restDoor, trpcDoor } from './authorisation/doors.ts'
import { type Place, places, probe } from './authorisation/foreign-ids.ts'
import type { Door } from './authorisation/judge.ts'
import { createWorld, type Role, type World } from './authorisation/world.ts'

let world: World
let foreign: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  foreign = await world.thingsOf('foreign')
})
afterAll(() => world.close())

const doorsOf = ({ row, procedure }: Place): Door[] => [
  ...(row.route.includes(' ') ? [restDoor(world, row.route)] : []),
  ...(procedure === undefined ? [] : [trpcDoor(world, row.route, procedure)]),
]

/** All rows that belong to somebody, as they are now. */
async function rowsOf(userId: string): Promise<string> {
  const { t, read } = world.app.store
  const owned = [
    t.orders,
    t.userServices,
    t.files,
    t.fileShares,
    t.backups,
    t.projects,
    t.cloudProviders,
  ] as const
  const rows = []
  for (const table of owned) rows.push(await read.select().from(table).where(eq(table.userId, userId)))
  return JSON.stringify(rows)
}

/** An administrator may name everybody's things, so the calls of that desk are asked by others. */
const callersOf = ({ row }: Place): Role[] => {
  if (row.access === 'administrator') return ['owner', 'hasAdminAccess']
  return row.access === 'visitor' ? ['owner'] : ['owner', 'pending', 'hasAdminAccess', 'administrator']
}

test('the places are found: in paths, in bodies and in queries', () => {
  const found = places.map(({ row, field }) => `${row.route} ${field ?? 'path'}`)
  expect(found).toContain('GET /api/user-services/:id path')
  expect(found).toContain('POST /api/files/delete ids')
  expect(found).toContain('POST /api/projects/:id/publish serviceId')
  expect(found).toContain('GET /api/files serviceId')
  expect(found).toContain('POST /api/cloud/actions resourceId')
  expect(found.length).toBeGreaterThan(50)
})

describe('somebody else’s thing is answered as one that nobody has:', () => {
  // Ids of plans and categories are everybody's to name.
  const own = places.filter(({ row }) => row.access !== 'visitor')
  test.each(own.map((place) => [`${place.row.route} (${place.field ?? 'path'})`, place] as const))(
    '%s',
    async (_, place) => {
      const before = await rowsOf(world.people.foreign.id)
      const complaints = []
      for (const door of doorsOf(place))
        for (const role of callersOf(place))
          complaints.push(...(await probe(place, door, { world, role, foreign })))
      expect(complaints).toEqual([])
      expect(await rowsOf(world.people.foreign.id)).toBe(before)
    },
  )
})

test('a call that tells them apart is found', async () => {
  const place = places.find(({ row }) => row.route === 'GET /api/user-services/:id')
  if (!place) throw new Error('the place is gone')
  const careless: Door = async ({ id }) => ({
    status: id === foreign.service ? 403 : 404,
    text: '',
    body: null,
  })
  const complaints = await probe(place, careless, { world, role: 'owner', foreign })
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toContain('service answers 403')
})
