import { desc, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type {
  IncidentState,
  incidentOutput,
  listIncidentsInput,
  postIncidentInput,
  updateIncidentInput,
} from './contract.ts'

type Row = Store['t']['incidents']['$inferSelect']
type UpdateRow = Store['t']['incidentUpdates']['$inferSelect']
type IncidentOutput = Answer<typeof incidentOutput>

/** Most incidents on the public page, which shows the newest. */
const shownAtMost = 50

const present = (row: Row, updates: readonly UpdateRow[]): IncidentOutput => ({
  id: row.id,
  title: row.title,
  state: row.state,
  createdAt: row.createdAt,
  resolvedAt: row.resolvedAt,
  updates: updates.map(({ id, state, message, createdAt }) => ({ id, state, message, createdAt })),
})

async function withUpdates({ read, t }: Source, rows: readonly Row[]): Promise<IncidentOutput[]> {
  const { incidentUpdates } = t
  const ids = rows.map(({ id }) => id)
  const updates =
    ids.length === 0
      ? []
      : await read
          .select()
          .from(incidentUpdates)
          .where(inArray(incidentUpdates.incidentId, ids))
          .orderBy(desc(incidentUpdates.createdAt), desc(incidentUpdates.id))
  return rows.map((row) =>
    present(
      row,
      updates.filter(({ incidentId }) => incidentId === row.id),
    ),
  )
}

const selectIncidents = ({ read, t: { incidents } }: Source, which: SQL | undefined, limit: number) =>
  read
    .select()
    .from(incidents)
    .where(which)
    .orderBy(desc(incidents.createdAt), desc(incidents.id))
    .limit(limit)

/** Open incidents, and all that began since then, newest first. */
export async function listShownIncidents(store: Store, since: Date): Promise<IncidentOutput[]> {
  const { incidents } = store.t
  const isShown = or(isNull(incidents.resolvedAt), gte(incidents.createdAt, since))
  return withUpdates(store, await selectIncidents(store, isShown, shownAtMost))
}

/** All incidents, newest first. */
export async function listIncidents(
  { store }: CustomerContext,
  { cursor, limit }: z.output<typeof listIncidentsInput>,
) {
  const { incidents } = store.t
  const older = olderThan({ at: incidents.createdAt, id: incidents.id }, cursor)
  const rows = await withUpdates(store, await selectIncidents(store, older, limit + 1))
  const key = ({ createdAt, id }: IncidentOutput) => ({ at: createdAt, id })
  return toPage(rows, { limit, key, present: (incident) => incident })
}

type Update = { id: string; state: IncidentState; message: string; now: Date }

/** Adds an update to the incident and publishes it to open screens. */
async function addUpdate(tx: Tx, ctx: CustomerContext, { id, state, message, now }: Update): Promise<void> {
  const { incidentUpdates } = tx.t
  await tx
    .insert(incidentUpdates)
    .values({ id: Bun.randomUUIDv7(), incidentId: id, state, message, createdAt: now })
  publish(tx, ctx, { userId: ctx.user.id, kind: 'incident', id, status: state })
}

async function readIncident(tx: Tx, id: string): Promise<IncidentOutput> {
  const rows = await selectIncidents(tx, eq(tx.t.incidents.id, id), 1)
  return only(await withUpdates(tx, rows), 'This incident')
}

const resolvedAt = (state: IncidentState, now: Date): Date | null => (state === 'resolved' ? now : null)

/** Posts an incident with its first update on the status page. */
export const postIncident = (
  ctx: CustomerContext,
  { title, state, message }: z.output<typeof postIncidentInput>,
): Promise<Answered<IncidentOutput>> =>
  mutate(ctx, async (tx) => {
    const [id, now] = [Bun.randomUUIDv7(), ctx.now()]
    await tx
      .insert(tx.t.incidents)
      .values({ id, title, state, createdAt: now, resolvedAt: resolvedAt(state, now) })
    await addUpdate(tx, ctx, { id, state, message, now })
    await auditCaller(tx, ctx, {
      action: 'incident.create',
      targetType: 'incident',
      targetId: id,
      note: title,
    })
    return readIncident(tx, id)
  })

/**
 * Adds an update, whose state becomes that of the incident.
 * @throws NOT_FOUND, WRONG_STATE once it was resolved
 */
export const updateIncident = (
  ctx: CustomerContext,
  { id, state, message }: z.output<typeof updateIncidentInput>,
): Promise<Answered<IncidentOutput>> =>
  mutate(ctx, async (tx) => {
    const { incidents } = tx.t
    const now = ctx.now()
    const found = await ctx.store.lock(tx.select().from(incidents).where(eq(incidents.id, id)))
    const incident = only(found, 'This incident')
    if (incident.state === 'resolved')
      throw new DomainError('WRONG_STATE', 'This incident is resolved. Post a new one.')
    await tx
      .update(incidents)
      .set({ state, resolvedAt: resolvedAt(state, now) })
      .where(eq(incidents.id, id))
    await addUpdate(tx, ctx, { id, state, message, now })
    await auditCaller(tx, ctx, {
      action: 'incident.update',
      targetType: 'incident',
      targetId: id,
      note: state,
    })
    return readIncident(tx, id)
  })
