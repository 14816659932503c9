import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'
import { knownDevice } from '../known-device.ts'
import { type Method, notifyOfNewDevice, recordSignIn } from '../sign-ins/record-sign-in.ts'
import type { Account } from './accounts.ts'
import { auditAccount } from './audit-account.ts'
import { notifyOfChange } from './send-mail.ts'

/**
 * Records a successful sign-in in the account's history and the audit log, in the transaction that admits it; notifies the owner
 * of a new device and of a used recovery code.
 */
export async function recordAdmission(
  tx: Tx,
  ctx: Context,
  { account, method }: { account: Account; method: Method },
): Promise<void> {
  await recordSignIn(tx, ctx, { userId: account.id, method, isSuccess: true })
  await auditAccount(tx, ctx, {
    action: 'auth.login',
    account,
    actor: account,
    ...(method === 'password' ? {} : { note: method }),
  })
  if (method === 'recovery-code') await notifyOfChange(tx, ctx, account, 'recovery-code-used')
  if (knownDevice(ctx, account.id) === null) await notifyOfNewDevice(tx, ctx, account)
}
