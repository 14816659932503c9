import type { Token } from './guard.ts'
import type { Schema } from './schema/schema.ts'
import type { Db, Tx } from './types.ts'

/** The interface of one transaction, which collects `afterCommit` callbacks in `after`; every use after its end throws. */
export function makeTx(db: Db, t: Schema, { token, after }: { token: Token; after: (() => void)[] }): Tx {
  const live = <F extends (...values: never[]) => unknown>(method: F): F =>
    ((...values: never[]) => {
      if (!token.open) throw new Error('this transaction has ended: the write came too late')
      return method.apply(db, values)
    }) as F
  const read = {
    select: live(db.select),
    selectDistinct: live(db.selectDistinct),
    $count: live(db.$count),
    $with: live(db.$with),
    with: live(db.with),
  }
  return {
    t,
    read,
    ...read,
    insert: live(db.insert),
    update: live(db.update),
    delete: live(db.delete),
    afterCommit: live((run: () => void) => {
      after.push(run)
    }),
  }
}
