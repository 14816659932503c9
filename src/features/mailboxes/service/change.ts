import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type {
  accountOutput,
  passwordOutput,
  setForwardingInput,
  setSignatureInput,
  setStatusInput,
  setStorageInput,
} from '../contract/contract.ts'
import { auditAccount } from './audit-account.ts'
import { readAccount } from './list.ts'
import { newPassword } from './password.ts'
import { publishAccount } from './publish-account.ts'
import { type AccountRow, findAccount, isAccount, lockAccount } from './rows.ts'
import { assertTargets } from './targets.ts'

type Account = Answer<typeof accountOutput>

type Change = {
  action: `email.${string}`
  /** The columns to update. */
  values: Partial<AccountRow>
  details?: Record<string, unknown>
}

/** Updates and audits one account; `plan` gets the locked row, and a plan without values changes nothing. */
const changeAccount = (
  ctx: CustomerContext,
  id: string,
  plan: (tx: Tx, row: AccountRow) => Promise<Change> | Change,
): Promise<Answered<Account>> =>
  mutate(ctx, async (tx) => {
    const row = await lockAccount(tx, ctx, id)
    const { action, values, details } = await plan(tx, row)
    if (Object.keys(values).length > 0) {
      await tx
        .update(tx.t.emailAccounts)
        .set({ ...values, updatedAt: ctx.now() })
        .where(isAccount(tx.t, row))
      await auditAccount(tx, ctx, { action, row, ...(details ? { details } : {}) })
    }
    const account = await readAccount(tx, ctx, id)
    publishAccount(tx, ctx, account)
    return account
  })

const waits = ({ type, forwardTo }: Pick<AccountRow, 'type' | 'forwardTo'>): boolean =>
  type !== 'mailbox' && (forwardTo ?? []).length === 0

/** Activates or suspends an account. @throws NOT_FOUND, WRONG_STATE for an account without a target */
export const setStatus = (
  ctx: CustomerContext,
  { id, status }: z.output<typeof setStatusInput>,
): Promise<Answered<Account>> =>
  changeAccount(ctx, id, (_, row) => {
    if (status === 'active' && waits(row))
      throw new DomainError('WRONG_STATE', 'Add a destination in Forwarding first.')
    const values = row.status === status ? {} : { status, isActive: status === 'active' }
    return { action: 'email.status', values, details: { before: row.status, after: status } }
  })

/** Sets the forwarding addresses; only `keepCopy` also stores mail in the mailbox. @throws NOT_FOUND, INVALID */
export const setForwarding = (
  ctx: CustomerContext,
  { id, forwardTo, keepCopy }: z.output<typeof setForwardingInput>,
): Promise<Answered<Account>> =>
  changeAccount(ctx, id, async (tx, row) => {
    await assertTargets(tx, { ...row, targets: forwardTo })
    const values = {
      forwardTo: forwardTo.length > 0 ? forwardTo : null,
      keepCopy: row.type === 'mailbox' && forwardTo.length > 0 && keepCopy,
    }
    const details = { before: row.forwardTo ?? [], after: forwardTo }
    if (row.status === 'suspended') return { action: 'email.forwarding', values, details }
    const isActive = !waits({ ...row, ...values })
    const status = isActive ? 'active' : 'pending'
    return { action: 'email.forwarding', values: { ...values, status, isActive }, details }
  })

const onlyMailbox = ({ type }: AccountRow, sentence: string): void => {
  if (type !== 'mailbox') throw new DomainError('WRONG_STATE', sentence)
}

/** Sets the storage limit. @throws NOT_FOUND, WRONG_STATE unless it is a mailbox, INVALID below its current use */
export const setStorage = (
  ctx: CustomerContext,
  { id, quota }: z.output<typeof setStorageInput>,
): Promise<Answered<Account>> =>
  changeAccount(ctx, id, (_, row) => {
    onlyMailbox(row, 'Only a mailbox has storage.')
    if (quota * mib < row.usedBytes)
      throw invalid(
        'quota',
        `This mailbox already uses ${(row.usedBytes / mib).toFixed(1)} MB. Enter a larger number.`,
      )
    return { action: 'email.quota', values: { quota }, details: { before: row.quota, after: quota } }
  })

/** Sets the signature of messages written in the web inbox. @throws NOT_FOUND, WRONG_STATE unless it is a mailbox */
export const setSignature = (
  ctx: CustomerContext,
  { id, signature }: z.output<typeof setSignatureInput>,
): Promise<Answered<Account>> =>
  changeAccount(ctx, id, (_, row) => {
    onlyMailbox(row, 'Only a mailbox has a signature.')
    const values = signature === (row.signature ?? '') ? {} : { signature: signature || null }
    return { action: 'email.signature', values }
  })

/** Replaces the mailbox password and returns the new one, only here. @throws NOT_FOUND, WRONG_STATE unless it is a mailbox */
export async function changePassword(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof passwordOutput>>> {
  onlyMailbox(await findAccount(ctx, id), 'Only a mailbox has a password.')
  const { plain, hash } = await newPassword(ctx)
  return mutate(ctx, async (tx) => {
    const row = await lockAccount(tx, ctx, id)
    await tx
      .update(tx.t.emailAccounts)
      .set({ passwordHash: hash, updatedAt: ctx.now() })
      .where(isAccount(tx.t, row))
    await auditAccount(tx, ctx, { action: 'email.password', row })
    // Sessions with the old password end.
    publishAccount(tx, ctx, { id, status: 'password' })
    return { oneTimePassword: plain }
  })
}
