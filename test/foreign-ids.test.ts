import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createFixture, type Fixture, type Owner } from './authorisation/fixture.ts'
import { type IdPosition, idPositions, ownedIds, probe } from './authorisation/foreign-ids.ts'
import type { Send } from './authorisation/judge.ts'
import { callByRest, callByTrpc } from './authorisation/transports.ts'
import { inTier } from './support/tier.ts'

let fixture: Fixture
let foreign: Record<string, string>
beforeAll(async () => {
  fixture = await createFixture()
  foreign = await ownedIds(fixture, 'foreign')
})
afterAll(() => fixture.close())

/** Both transports of a call end in the same procedure: the short run uses only the first. */
const transportsOf = ({ row, procedure }: IdPosition): Send[] =>
  [
    ...(row.route.includes(' ') ? [callByRest(fixture, row.route)] : []),
    ...(procedure === undefined ? [] : [callByTrpc(fixture, row.route, procedure)]),
  ].slice(0, inTier({ short: 1, all: 2 }))

/** All rows of a user, as they are now. */
async function rowsOf(userId: string): Promise<string> {
  const { t, read } = fixture.app.store
  const owned = [
    t.sessions,
    t.passkeys,
    t.orders,
    t.invoices,
    t.billingAccounts,
    t.userServices,
    t.files,
    t.fileShares,
    t.backups,
    t.databases,
    t.databaseDumps,
    t.emailAccounts,
    t.emailDomains,
    t.emailMessages,
    t.projects,
    t.projectFiles,
    t.projectFileVersions,
    t.payments,
    t.paymentReports,
    t.paymentLinks,
    t.cloudProviders,
    t.cloudInstances,
    t.notifications,
    t.webhooks,
  ] as const
  const rows: unknown[] = [await read.select().from(t.users).where(eq(t.users.id, userId))]
  for (const table of owned) rows.push(await read.select().from(table).where(eq(table.userId, userId)))
  return JSON.stringify(rows)
}

/** Administrators may use everybody’s ids, so other roles make the administrator calls. */
const callersOf = ({ row }: IdPosition): Owner[] => {
  if (row.access === 'administrator') return ['owner', 'hasAdminAccess']
  return row.access === 'visitor' ? ['owner'] : ['owner', 'pending', 'hasAdminAccess', 'administrator']
}

test('every position for an id is found, in paths, bodies and queries', () => {
  const found = idPositions.map(({ row, field }) => `${row.route} ${field ?? 'path'}`)
  expect(found).toContain('GET /api/user-services/:id path')
  expect(found).toContain('POST /api/files/delete ids')
  expect(found).toContain('POST /api/projects/:id/publish serviceId')
  expect(found).toContain('GET /api/files serviceId')
  expect(found).toContain('POST /api/cloud/actions resourceId')
  expect(found.length).toBeGreaterThan(50)
})

describe('another customer’s id gets the same answer as a missing one, unlike one’s own id, in', () => {
  // Ids of plans and categories are public.
  const own = idPositions.filter(({ row }) => row.access !== 'visitor')
  test.each(
    own.map((position) => [`${position.row.route} (${position.field ?? 'path'})`, position] as const),
  )('%s', async (_, position) => {
    const before = await rowsOf(fixture.people.foreign.id)
    const complaints = []
    for (const send of transportsOf(position))
      for (const role of callersOf(position))
        complaints.push(...(await probe(position, send, { fixture, role, foreign })))
    expect(complaints).toEqual([])
    expect(await rowsOf(fixture.people.foreign.id)).toBe(before)
  })
})

describe('the probe', () => {
  const complaintsOf = async (name: string, plant: (send: Send) => Send, role: Owner) => {
    const position = idPositions.find(({ row, field }) => `${row.route} ${field ?? 'path'}` === name)
    if (!position) throw new Error('the position is missing')
    return probe(position, plant(callByRest(fixture, position.row.route)), { fixture, role, foreign })
  }

  test('reports a call that distinguishes another customer’s object from a missing one', async () => {
    const careless =
      (send: Send): Send =>
      async (call) =>
        call.id === foreign.service ? { status: 403, text: '', body: null } : send(call)
    const complaints = await complaintsOf('GET /api/user-services/:id path', careless, 'owner')
    expect(complaints).toEqual([expect.stringContaining('as owner: service answers 403')])
  })

  test('reports a field whose owner is not checked, behind a path whose owner is', async () => {
    const careless =
      (send: Send): Send =>
      (call) => {
        const named = call.json as { serviceId: string }
        if (named.serviceId !== foreign.service) return send(call)
        return send({ ...call, json: { serviceId: fixture.activeService('administrator') } })
      }
    const name = 'POST /api/projects/:id/publish serviceId'
    const complaints = await complaintsOf(name, careless, 'administrator')
    expect(complaints).toEqual([expect.stringContaining('as administrator: service answers 200')])
  })

  test('reports a call that ends before it reads the id', async () => {
    const early = (): Send => async () => ({ status: 422, text: '{}', body: {} })
    const complaints = await complaintsOf('POST /api/files/delete ids', early, 'owner')
    expect(complaints).toEqual([expect.stringContaining('the caller’s own id is answered as missing')])
  })
})
