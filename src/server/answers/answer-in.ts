import type { Tx } from '#db/types.ts'

declare const answered: unique symbol

/** A body that the handler has declared as its answer; a mutation that takes an Idempotency-Key must return one. */
export type Answered<T> = T & { readonly [answered]: true }

/**
 * Declares the answer of a mutation, inside the transaction that does its work: under an Idempotency-Key both are stored or
 * neither is. If it is called twice, the later answer counts. The status is that of the reply at this moment.
 */
export type AnswerIn = <T>(tx: Tx, body: T) => Promise<Answered<T>>

/** For a call without a key: nothing is stored. */
export const storeNothing: AnswerIn = async <T>(_: Tx, body: T) => body as Answered<T>
