import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Category, createCategoryInput, updateCategoryInput } from '../contract/contract.ts'
import { findCategory, presentCategory } from './rows.ts'
import { announce, audit, given, write } from './write.ts'

/** Adds a category, last in order. */
export const createCategory = (
  ctx: CustomerContext,
  input: z.output<typeof createCategoryInput>,
): Promise<Answered<Category>> =>
  write(ctx, async (tx) => {
    const categories = tx.t.serviceCategories
    const sort = await tx.$count(categories)
    const row = {
      id: Bun.randomUUIDv7(),
      name: input.name,
      description: input.description ?? null,
      icon: input.icon ?? null,
      basePricePaise: input.basePrice,
      sort,
      createdAt: ctx.now(),
    }
    await tx.insert(categories).values(row)
    await audit(tx, ctx, 'category.create', { type: 'category', id: row.id, note: row.name })
    announce(tx, ctx, row.id)
    return presentCategory(row)
  })

/** Changes the given fields of a category. @throws NOT_FOUND */
export function updateCategory(
  ctx: CustomerContext,
  { id, basePrice, ...fields }: z.output<typeof updateCategoryInput>,
): Promise<Answered<Category>> {
  const changes = given({ ...fields, basePricePaise: basePrice })
  const categories = ctx.store.t.serviceCategories
  return write(ctx, async (tx) => {
    const before = await findCategory(tx, id)
    if (Object.keys(changes).length > 0) await tx.update(categories).set(changes).where(eq(categories.id, id))
    await audit(tx, ctx, 'category.update', { type: 'category', id, note: before.name })
    announce(tx, ctx, id)
    return presentCategory(await findCategory(tx, id))
  })
}
