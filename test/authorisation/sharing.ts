import { features } from '#app/features.ts'
import { appRouter } from '#app/router.ts'
import { listRoutes } from '#server/http/rest.ts'
import { liveAddress } from '#server/http/route-demands.ts'
import type { Meta } from '#server/trpc/procedure-meta.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import type { SharedKind, SharedMeta } from '#shared/member-roles.ts'
import type { Fixture } from './fixture.ts'
import type { Send } from './judge.ts'
import { matrix } from './matrix.ts'
import type { Row } from './row.ts'
import { callByRest, callByTrpc } from './transports.ts'

/** A call and its declared access for members. */
export type SharedCall = {
  row: Row
  procedure: string | undefined
  shared: SharedMeta | undefined
}

const procedures = proceduresOf(appRouter)
const procedureOf = new Map(
  listRoutes(appRouter).map(({ method, path, procedure }) => [`${method} ${path}`, procedure]),
)
const written = features.flatMap((feature) => ('http' in feature ? feature.http.routes : []))
const sharedOfWritten = new Map<string, SharedMeta | undefined>(
  [...written, liveAddress].map((route) => [
    `${route.method} ${route.path}`,
    'shared' in route ? route.shared : undefined,
  ]),
)

const sharedOf = (route: string, procedure: string | undefined): SharedMeta | undefined =>
  procedure ? (procedures[procedure]?._def.meta as Meta | undefined)?.shared : sharedOfWritten.get(route)

/** Every call of the matrix. */
export const calls: SharedCall[] = matrix.map((row) => {
  const procedure = procedureOf.get(row.route) ?? (row.route.includes(' ') ? undefined : row.route)
  return { row, procedure, shared: sharedOf(row.route, procedure) }
})

export const transportsOf = (
  fixture: Fixture,
  { row, procedure }: Pick<SharedCall, 'row' | 'procedure'>,
): Send[] => [
  ...(row.route.includes(' ') ? [callByRest(fixture, row.route)] : []),
  ...(procedure === undefined ? [] : [callByTrpc(fixture, row.route, procedure)]),
]

/** The service that an object belongs to. */
export async function serviceOf(fixture: Fixture, kind: SharedKind, id: string): Promise<string> {
  const { read, t } = fixture.app.store
  if (kind === 'service') return id
  if (kind === 'share') {
    const shares = await read.select().from(t.fileShares)
    const share = shares.find((each) => each.id === id)
    return serviceOf(fixture, 'file', share?.fileId ?? '')
  }
  const table = {
    file: t.files,
    backup: t.backups,
    database: t.databases,
    dump: t.databaseDumps,
    invoice: t.invoices,
  }[kind]
  const rows = await read.select({ id: table.id, serviceId: table.serviceId }).from(table)
  return rows.find((each) => each.id === id)?.serviceId ?? ''
}

/** The path parameter that takes the id. */
export const parameterOf = ({ route }: Row): string | undefined => /:(\w+)/.exec(route)?.[1]

/** A call as a member sends it, and its answer; by default with the owner’s id in the path. */
export async function callAs(
  fixture: Fixture,
  {
    row,
    send,
    actingFor,
    id,
    json,
  }: { row: Row; send: Send; actingFor: string; id?: string; json?: unknown },
) {
  const { status, text, body } = await send({
    cookie: await fixture.cookie('foreign'),
    actingFor,
    id: id ?? (await row.item?.(fixture)),
    json: json ?? (await row.json?.(fixture)),
    form: row.form?.(fixture),
  })
  const error = (body as { error?: { data?: { body?: object } } } | null)?.error?.data?.body ?? body
  return { status, text, code: (error as { code?: string } | null)?.code }
}
