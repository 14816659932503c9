import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Source, Tx } from '#db/types.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { limitReached, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { type addNoteInput, type changeNoteInput, maxNotes, type noteOutput } from '../contract/contract.ts'
import { auditCustomer } from './audit-customer.ts'
import { findCustomer } from './find-customer.ts'

type Note = Answer<typeof noteOutput>

const selectNotes = ({ read, t: { customerNotes: n, users } }: Source) =>
  read
    .select({
      id: n.id,
      text: n.text,
      author: users.email,
      createdAt: n.createdAt,
      changedAt: n.changedAt,
    })
    .from(n)
    .innerJoin(users, eq(users.id, n.authorId))

/** Notes about a customer, newest first. */
export function readNotes({ store }: Pick<CustomerContext, 'store'>, userId: string): Promise<Note[]> {
  const { customerNotes: n } = store.t
  return selectNotes(store).where(eq(n.userId, userId)).orderBy(desc(n.createdAt), desc(n.id)).limit(maxNotes)
}

/** @throws NOT_FOUND */
async function findNote(tx: Tx, id: string) {
  const { customerNotes: n } = tx.t
  return only(await tx.select().from(n).where(eq(n.id, id)), 'This note')
}

/** Adds a note about the customer, for administrators only. @throws NOT_FOUND, LIMIT_REACHED */
export async function addNote(
  ctx: CustomerContext,
  { id: userId, text }: z.output<typeof addNoteInput>,
): Promise<Answered<Note>> {
  const customer = await findCustomer(ctx, userId)
  const [id, createdAt] = [Bun.randomUUIDv7(), ctx.now()]
  return mutate(ctx, async (tx) => {
    const { customerNotes: n } = tx.t
    await lockUser(tx, { store: ctx.store, user: { ...ctx.user, id: userId } })
    const used = await tx.$count(n, eq(n.userId, userId))
    if (used >= maxNotes)
      throw limitReached(`A customer can have at most ${maxNotes} notes. Delete one first.`, {
        limit: maxNotes,
        used,
      })
    await tx.insert(n).values({ id, userId, authorId: ctx.user.id, text, createdAt })
    await auditCustomer(tx, ctx, { action: 'customer.note.add', customer, details: { noteId: id } })
    return { id, text, author: ctx.user.email, createdAt, changedAt: null }
  })
}

/** Changes a note's text; its author stays. @throws NOT_FOUND */
export const changeNote = (
  ctx: CustomerContext,
  { id, text }: z.output<typeof changeNoteInput>,
): Promise<Answered<Note>> =>
  mutate(ctx, async (tx) => {
    const { customerNotes: n, users } = tx.t
    const before = await findNote(tx, id)
    const changedAt = ctx.now()
    await tx.update(n).set({ text, changedAt }).where(eq(n.id, id))
    const customer = { id: before.userId }
    await auditCustomer(tx, ctx, { action: 'customer.note.change', customer, details: { noteId: id } })
    const [author] = await tx.select({ email: users.email }).from(users).where(eq(users.id, before.authorId))
    return { id, text, author: author?.email ?? '', createdAt: before.createdAt, changedAt }
  })

/** Deletes a note. @throws NOT_FOUND */
export const removeNote = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const { customerNotes: n } = tx.t
    const { userId } = await findNote(tx, id)
    await tx.delete(n).where(eq(n.id, id))
    const customer = { id: userId }
    await auditCustomer(tx, ctx, { action: 'customer.note.delete', customer, details: { noteId: id } })
    return { ok: true as const }
  })
