import { appRouter } from '#app/router.ts'
import { schemaOf } from '#server/http/openapi/schema.ts'
import { listRoutes } from '#server/http/rest.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { hour } from '#shared/time.ts'
import { findPlan } from '../support/app.ts'
import { type Answer, type Fixture, messageInBoxes, type Owner } from './fixture.ts'
import type { Send } from './judge.ts'
import { matrix } from './matrix.ts'
import type { Row } from './row.ts'

/** One position in a call’s input that takes an id. */
export type IdPosition = {
  row: Row
  /** The name of the procedure; none for a handwritten route. */
  procedure: string | undefined
  /** The input field; `null` for the first path parameter. */
  field: string | null
}

const procedures = proceduresOf(appRouter)
const procedureOfRoute = new Map(
  listRoutes(appRouter).map(({ method, path, procedure }) => [`${method} ${path}`, procedure]),
)

type InputSchema = {
  format?: string
  items?: InputSchema
  properties?: Record<string, InputSchema>
  anyOf?: InputSchema[]
}

/** A text called an id without being a UUID names no row. */
function isId(schema: InputSchema): boolean {
  const { format, anyOf = [] } = schema.items ?? schema
  return format === 'uuid' || anyOf.some(isId)
}

/** The input fields that take an id, without path parameters. */
function idFieldsOf({ route }: Row, procedure: string | undefined): string[] {
  const definition = procedure ? procedures[procedure]?._def : undefined
  const { inputs = [] } = (definition ?? {}) as { inputs?: unknown[] }
  const { properties = {}, anyOf = [] } = schemaOf(inputs.at(-1), 'input') as InputSchema
  const fields = [properties, ...anyOf.map((each) => each.properties ?? {})].flatMap(
    Object.entries<InputSchema>,
  )
  const names = fields.flatMap(([name, schema]) => (isId(schema) ? [name] : []))
  return [...new Set(names)].filter((name) => !route.includes(`:${name}`))
}

/** Every position in every call, at both transports, that takes an id. */
export const idPositions: IdPosition[] = matrix.flatMap((row) => {
  const procedure = procedureOfRoute.get(row.route) ?? (row.route.includes(' ') ? undefined : row.route)
  const inPath = row.route.includes(':') ? [null] : []
  return [...inPath, ...idFieldsOf(row, procedure)].map((field) => ({ row, procedure, field }))
})

/** A role without an active service owns nothing in one; an empty id stands for that. */
const none = async () => ''

type MembershipOptions = Parameters<Fixture['makeMember']>[0]

/** The same membership, of the role’s service or of the role as a member. */
function membershipOf(options: MembershipOptions, role: Owner): MembershipOptions {
  const owner = role === 'administrator' ? 'owner' : 'administrator'
  if (options.to) return { owner, to: role }
  return options.by ? { owner, by: role } : { owner: role }
}

/** The fixture with one role as the owner of everything it creates. */
function fixtureOf(fixture: Fixture, role: Owner): Fixture {
  const isActive = role !== 'pending'
  return {
    ...fixture,
    placeOrder: () => fixture.placeOrder(role),
    activeService: () => fixture.activeService(role),
    makeService: (options) =>
      fixture.makeService(isActive ? { ...options, role } : { status: 'pending', role }),
    makeFile: isActive ? (options) => fixture.makeFile({ ...options, role }) : none,
    makeShare: isActive ? () => fixture.makeShare(role) : none,
    makeShareId: isActive ? () => fixture.makeShareId(role) : none,
    makePhoto: () => fixture.makePhoto(role),
    makeTrial: () => fixture.makeTrial(role),
    makeBackup: isActive ? (status) => fixture.makeBackup(status, role) : none,
    makeDatabase: isActive ? () => fixture.makeDatabase(role) : none,
    makeDatabaseDump: isActive ? () => fixture.makeDatabaseDump(role) : none,
    makeEmailAccount: isActive ? (type) => fixture.makeEmailAccount(type, role) : none,
    makeDeletedEmailAccount: isActive ? () => fixture.makeDeletedEmailAccount(role) : none,
    makeProject: () => fixture.makeProject(role),
    makeProvider: () => fixture.makeProvider(role),
    makeNotice: () => fixture.makeNotice(role),
    makeWebhook: () => fixture.makeWebhook(role),
    makeDelivery: () => fixture.makeDelivery(role),
    makeDomain: isActive ? () => fixture.makeDomain(role) : none,
    makeMailDomain: isActive ? () => fixture.makeMailDomain(role) : none,
    makeConnected: isActive ? () => fixture.makeConnected(role) : none,
    makeInDomain: isActive ? (what) => fixture.makeInDomain(what, role) : none,
    makeInvoice: () => fixture.makeInvoice(role),
    makeSession: () => fixture.makeSession(role),
    makeKey: () => fixture.makeKey(role),
    makeMember: isActive ? (options) => fixture.makeMember(membershipOf(options, role)) : none,
    makePasskey: () => fixture.makePasskey(role),
    makeExport: () => fixture.makeExport(role),
  }
}

/** A running cloud instance of the role, with metrics. */
export async function findInstance(fixture: Fixture, role: Owner): Promise<string> {
  const cookie = await fixture.cookie(role)
  const find = async () => {
    const { body } = await fixture.send('/api/cloud/all-services', { method: 'GET', cookie })
    const { instances } = body as { instances: { id: string; status: string }[] }
    return instances.find(({ status }) => status === 'running')?.id
  }
  const found = await find()
  if (found) return found
  const json = { action: 'seed-sample-data' }
  await fixture.send('/api/cloud/create-resource', { method: 'POST', cookie, json })
  fixture.app.advance(hour)
  const made = await find()
  if (!made) throw new Error('no instance is running in the cloud')
  return made
}

/** The active service, with contents to list. */
async function filledService(own: Fixture): Promise<string> {
  for (const isTrashed of [false, true]) await own.makeFile({ isTrashed })
  await own.makeBackup('failed')
  await own.makeDatabase()
  await own.makeEmailAccount()
  await own.makeInvoice()
  return own.activeService('owner')
}

/** A message in each of the role’s mailboxes. */
const ownMessage = async (own: Fixture) => ((await own.makeEmailAccount()) === '' ? '' : messageInBoxes)

/** A plan that the service can change to. */
const otherPlan = async ({ app }: Fixture) => (await findPlan(app, 'Business')).id

/** A fresh id of the role’s own for each field that takes one. */
const ownIn: Record<string, (own: Fixture, role: Owner) => Promise<string> | string> = {
  planId: ({ planId }) => planId,
  'POST /api/user-services/:id/plan planId': otherPlan,
  'POST /api/user-services/:id/plan/preview planId': otherPlan,
  serviceId: filledService,
  projectId: async (own) => (await own.makeProject()).id,
  ids: (own) => own.makeFile(),
  'email.messages.page id': (own) => own.makeEmailAccount(),
  'PATCH /api/email/accounts/:id/messages ids': ownMessage,
  'DELETE /api/email/accounts/:id/messages ids': ownMessage,
  // The other one stays unread, which the answer counts.
  'POST /api/user/notifications/read ids': async (own) => (await own.makeNotice()) && own.makeNotice(),
  inReplyTo: ownMessage,
  forwardOf: ownMessage,
  catchAllId: (own) => own.makeEmailAccount(),
  'files.get id': (own) => own.makeFile(),
  made: (own) => own.makeFile(),
  replaced: (own) => own.makeFile({ isTrashed: true }),
  resourceId: findInstance,
  recordId: (own) => own.makeInDomain('dns'),
  'servers.limits id': filledService,
  'servers.timeline id': filledService,
  'servers.today ids': filledService,
  'cloud.get id': findInstance,
}

/** Input that the matrix leaves out, and without which the id would not be read. */
const completed: Record<string, object> = {
  'PUT /api/backups/schedule': {
    enabled: true,
    frequency: 'daily',
    time: '03:00',
    backupType: 'full',
    keep: 1,
  },
  'POST /api/user/notifications/read': { all: undefined },
  'POST /api/files/extracted/undo': { made: [], replaced: [] },
}

/** The id of one object of each kind that the role owns. */
export const ownedIds = async (fixture: Fixture, role: Owner): Promise<Record<string, string>> => ({
  ...(await fixture.ownedIds(role)),
  instance: await findInstance(fixture, role),
})

/** The answer without its varying parts and without the requested id. */
const neutral = ({ status, text }: Answer, id: string) =>
  `${status} ${text.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'the id')}`

/** The caller’s own id for a position; none where the caller cannot own such an object. */
async function ownId({ row, field }: IdPosition, own: Fixture, role: Owner): Promise<string | undefined> {
  if (row.access === 'administrator') return undefined
  if (field === null) return row.item?.(own)
  const make = ownIn[`${row.route} ${field}`] ?? ownIn[field]
  if (!make) throw new Error(`no example for ${field} of ${row.route}`)
  return make(own, role)
}

/**
 * The faults of one position: a foreign id that is not answered like a missing one, and the caller’s own id when it is.
 * Everything else in the call is the caller’s own, so that it reaches the position.
 */
export async function probe(
  position: IdPosition,
  send: Send,
  { fixture, role, foreign }: { fixture: Fixture; role: Owner; foreign: Record<string, string> },
): Promise<string[]> {
  const { row, field } = position
  const own = fixtureOf(fixture, role)
  const cookie = await fixture.cookie(role)
  const item = field === null ? undefined : await row.item?.(own)
  const json: Record<string, unknown> | undefined = row.json
    ? { ...((await row.json(own)) as object), ...completed[row.route] }
    : undefined
  const ask = (id: string) => {
    if (field === null) return send({ cookie, id, json, form: undefined })
    const named = { ...json, [field]: field.endsWith('s') || Array.isArray(json?.[field]) ? [id] : id }
    return send({ cookie, id: item, json: named, form: undefined })
  }
  const nobodys = Bun.randomUUIDv7()
  const missing = neutral(await ask(nobodys), nobodys)
  const complaints: string[] = []
  const complain = (what: string) => complaints.push(`${row.route} ${field ?? 'path'} as ${role}: ${what}`)
  for (const [kind, id] of Object.entries(foreign)) {
    const answer = neutral(await ask(id), id)
    if (answer !== missing)
      complain(`${kind} answers ${answer.slice(0, 120)}, a missing one ${missing.slice(0, 120)}`)
  }
  const control = await ownId(position, own, role)
  if (control && neutral(await ask(control), control) === missing)
    complain(`the caller’s own id is answered as missing: ${missing.slice(0, 120)}`)
  return complaints
}
