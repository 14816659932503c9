import type { Tx } from '#db/types.ts'

declare const answered: unique symbol

/** A body that the handler has declared as its answer; a mutation that accepts an Idempotency-Key must return one. */
export type Answered<T> = T & { readonly [answered]: true }

/**
 * Declares the answer of a mutation inside the transaction that does its work, so that under an Idempotency-Key either both are
 * stored or neither. The last call wins. The status is the reply's status at the time of the call.
 */
export type AnswerIn = <T>(tx: Tx, body: T) => Promise<Answered<T>>

/** For a call without a key: nothing is stored. */
export const storeNothing: AnswerIn = async <T>(_: Tx, body: T) => body as Answered<T>
