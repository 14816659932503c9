import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { consumeRecoveryCode, readCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

type Ctx = Pick<Deps, 'store' | 'secrets' | 'now'>
type TotpRow = Store['t']['totp']['$inferSelect']

/** Context that an account's secret is sealed for. */
export const secretPlace = (userId: string): string => `totp:secret:${userId}`

/** How an account proved its second factor; null when the code was wrong, `none` when two-factor is off. */
export type ProvedBy = 'none' | 'code' | 'recovery-code'

async function readEnabled(tx: Pick<Tx, 'select' | 't'>, userId: string): Promise<TotpRow | null> {
  const { totp } = tx.t
  const [row] = await tx
    .select()
    .from(totp)
    .where(and(eq(totp.userId, userId), isNotNull(totp.enabledAt)))
  return row ?? null
}

/** Whether an account has two-factor on. */
export async function hasTwoFactor({ read, t: { totp } }: Store, userId: string): Promise<boolean> {
  const isOn = and(eq(totp.userId, userId), isNotNull(totp.enabledAt))
  return (await read.$count(totp, isOn)) > 0
}

/**
 * Uses the time step of a code once: the row decides between concurrent callers, and refuses codes older than the last (RFC
 * 6238).
 */
export async function takeStep(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const { totp } = tx.t
  const isNewer = or(isNull(totp.lastStep), lt(totp.lastStep, step))
  const taken = await tx
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, userId), isNewer))
    .returning({ userId: totp.userId })
  return taken.length > 0
}

/** Uses up a code of the app or a recovery code, in the transaction that it admits. */
export async function consumeSecondFactor(
  tx: Tx,
  ctx: Ctx,
  { userId, code }: { userId: string; code: string | undefined },
): Promise<ProvedBy | null> {
  const row = await readEnabled(tx, userId)
  if (!row) return 'none'
  if (code === undefined) return null
  const digits = code.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = stepOfCode(ctx.secrets.open(row.secret, secretPlace(userId)), digits, ctx.now())
    return step !== null && (await takeStep(tx, { userId, step })) ? 'code' : null
  }
  const recovery = readCode(code)
  if (recovery === null) return null
  return (await consumeRecoveryCode(tx, { userId, code: recovery, now: ctx.now() })) ? 'recovery-code' : null
}
