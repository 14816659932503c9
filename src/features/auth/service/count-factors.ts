import { and, count, inArray, isNotNull } from 'drizzle-orm'
import type { Store } from '#db/types.ts'

/** Whether each of these accounts has two-factor on, and its number of passkeys. */
export async function countFactors(
  { read, t: { totp, passkeys } }: Store,
  ids: string[],
): Promise<{ withTotp: Set<string>; passkeys: Map<string, number> }> {
  if (ids.length === 0) return { withTotp: new Set(), passkeys: new Map() }
  const isOn = and(inArray(totp.userId, ids), isNotNull(totp.enabledAt))
  const [on, keys] = await Promise.all([
    read.select({ userId: totp.userId }).from(totp).where(isOn),
    read
      .select({ userId: passkeys.userId, count: count() })
      .from(passkeys)
      .where(inArray(passkeys.userId, ids))
      .groupBy(passkeys.userId),
  ])
  return {
    withTotp: new Set(on.map(({ userId }) => userId)),
    passkeys: new Map(keys.map((row) => [row.userId, row.count])),
  }
}
