import { asc, gt, inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { toE164 } from '../contract/mobile.ts'
import { closedMobile } from './close-account.ts'

const pageRows = 5_000
const lookUpAtOnce = 500

/** An account, and its stored number normalised; null when that is no number. */
type OddMobile = { id: string; number: string | null }

/** Accounts whose stored numbers differ from their `toE164` form. */
export async function findOddMobiles({ read, t: { users } }: Source): Promise<OddMobile[]> {
  const odd: OddMobile[] = []
  for (let last: string | undefined; ; ) {
    const page = await read
      .select({ id: users.id, mobile: users.mobile })
      .from(users)
      .where(last === undefined ? undefined : gt(users.id, last))
      .orderBy(asc(users.id))
      .limit(pageRows)
    for (const { id, mobile } of page) {
      const number = toE164(mobile)
      if (number !== mobile && mobile !== closedMobile(id)) odd.push({ id, number })
    }
    last = page.at(-1)?.id
    if (page.length < pageRows) return odd
  }
}

/** The accounts of each of these numbers, normalised ones first. */
async function ownersOf(
  { read, t: { users } }: Source,
  odd: readonly OddMobile[],
): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>()
  const add = (number: string, id: string) => owners.set(number, [...(owners.get(number) ?? []), id])
  const numbers = [...new Set(odd.flatMap(({ number }) => number ?? []))]
  for (let at = 0; at < numbers.length; at += lookUpAtOnce) {
    const rows = await read
      .select({ id: users.id, mobile: users.mobile })
      .from(users)
      .where(inArray(users.mobile, numbers.slice(at, at + lookUpAtOnce)))
    for (const { id, mobile } of rows) add(mobile, id)
  }
  for (const { id, number } of odd) if (number) add(number, id)
  return owners
}

/** A line for each account of `findOddMobiles`, with the accounts that share its number; without the numbers themselves. */
export async function listOddMobiles(store: Source): Promise<string[]> {
  const odd = await findOddMobiles(store)
  const owners = await ownersOf(store, odd)
  return odd.map(({ id, number }) => {
    if (number === null) return `account ${id} has an invalid number`
    const others = (owners.get(number) ?? []).filter((each) => each !== id)
    if (others.length === 0) return `account ${id} has a number that is not normalised`
    return `account ${id} has the same number as ${others.join(', ')}`
  })
}
