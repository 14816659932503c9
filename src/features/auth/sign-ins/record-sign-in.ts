import type { Store, Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { Context } from '#server/context.ts'
import { day, minute } from '#shared/time.ts'
import { describeDevice } from '../contract/device.ts'
import { describePlace } from '../contract/place.ts'
import { newDeviceMail } from '../mails/security.ts'

export type Method = Store['t']['signIns']['$inferSelect']['method']

export const signInsKeptMs = 90 * day
/** A new user has only new devices. */
const youngMs = 15 * minute

type SignInAttempt = {
  /** Null for an account that does not exist: its row is deleted within the hour. */
  userId: string | null
  method: Method
  isSuccess: boolean
}

/** Records a sign-in attempt in the account's history. */
export async function recordSignIn(tx: Tx, ctx: Context, noted: SignInAttempt): Promise<void> {
  const { userAgent, address } = ctx.client
  await tx.insert(tx.t.signIns).values({ ...noted, at: ctx.now(), userAgent, address })
}

type Owner = { id: string; createdAt: Date }

/** Notifies the owner of a sign-in on a new device. */
export async function notifyOfNewDevice(tx: Tx, ctx: Context, account: Owner): Promise<void> {
  if (ctx.now().getTime() - account.createdAt.getTime() < youngMs) return
  const device = describeDevice(ctx.client.userAgent)
  const place = describePlace(ctx.client.address)
  const { id: userId } = account
  const template = newDeviceMail({ userId, device, place, at: ctx.now() })
  await notify(tx, ctx, { userId, kind: 'security.sign-in', template })
}
