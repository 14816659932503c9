import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { approveInput, orderDetailOutput, rejectInput } from '../contract/desk.ts'
import { approve, reject } from '../service/decide-order.ts'
import { readDetail } from './read.ts'

type Detail = Answer<typeof orderDetailOutput>

/** Approves the order and returns its new state; a repeat says `alreadyApproved`. @throws as `approve` */
export const approveOrder = (
  ctx: CustomerContext,
  input: z.output<typeof approveInput>,
): Promise<Answered<Detail>> =>
  mutate(ctx, async (tx) => {
    const isNew = await approve(tx, ctx, input)
    const detail = await readDetail(tx, ctx, input.id)
    return isNew ? detail : { ...detail, alreadyApproved: true }
  })

/** Rejects the order and returns its new state. @throws as `reject` */
export const rejectOrder = (
  ctx: CustomerContext,
  input: z.output<typeof rejectInput>,
): Promise<Answered<Detail>> =>
  mutate(ctx, async (tx) => {
    await reject(tx, ctx, input)
    return readDetail(tx, ctx, input.id)
  })
