import { auditCaller } from '#db/audit/audit.ts'
import { Duplicate } from '#db/errors.ts'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'

/** Writes a catalogue change to the audit log, in its transaction. */
export const audit = (
  tx: Tx,
  ctx: CustomerContext,
  action: string,
  target: { type: string; id: string; note?: string },
) => auditCaller(tx, ctx, { action, targetType: target.type, targetId: target.id, note: target.note ?? null })

const nameKeys = new Set(['service_categories_name_key', 'pricing_plans_name_key'])

/** Runs a catalogue change; a name in use is a 409 that names the field. */
export async function write<T>(ctx: CustomerContext, work: (tx: Tx) => Promise<T>): Promise<Answered<T>> {
  try {
    return await mutate(ctx, work)
  } catch (error) {
    if (!(error instanceof Duplicate) || !nameKeys.has(error.index)) throw error
    throw new DomainError('CONFLICT', 'This name is already in use.', {
      fields: { name: 'This name is already in use.' },
    })
  }
}

/** Pages with plans are rendered again from now on. */
export const announce = (tx: Tx, ctx: CustomerContext, id: string) =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'catalogue', id, status: 'changed' })

/** Only the fields of a change, without the `undefined` ones that Drizzle would ignore anyway. */
export const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
