import type { Tx } from '#db/types.ts'

declare const answered: unique symbol

/** A body that the handler has said to be its answer; a mutation that takes an Idempotency-Key returns nothing else. */
export type Answered<T> = T & { readonly [answered]: true }

/**
 * Says what a mutation answers, inside the transaction that does its work: under an Idempotency-Key both are stored or
 * neither is. Said twice, the later answer stands. Its status is that of the reply at this moment.
 */
export type AnswerIn = <T>(tx: Tx, body: T) => Promise<Answered<T>>

/** Of a call without a key: nothing is stored. */
export const storeNothing: AnswerIn = async <T>(_: Tx, body: T) => body as Answered<T>
