import { asc, gt, inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { toE164 } from '../contract/mobile.ts'
import { closedMobile } from './close-account.ts'

const pageRows = 5_000
const lookUpAtOnce = 500

/** An account, and what its stored number means today; null when that is no number. */
type Odd = { id: string; number: string | null }

/** The accounts whose stored numbers are not as `toE164` writes them. */
export async function findOddMobiles({ read, t: { users } }: Source): Promise<Odd[]> {
  const odd: Odd[] = []
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

/** The accounts of each of these numbers, those that store it in its one form first. */
async function ownersOf({ read, t: { users } }: Source, odd: readonly Odd[]): Promise<Map<string, string[]>> {
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

/** A line on each account of `findOddMobiles`, with the accounts that have the same number; without the numbers themselves. */
export async function listOddMobiles(store: Source): Promise<string[]> {
  const odd = await findOddMobiles(store)
  const owners = await ownersOf(store, odd)
  return odd.map(({ id, number }) => {
    if (number === null) return `account ${id} has a number that is none`
    const others = (owners.get(number) ?? []).filter((each) => each !== id)
    if (others.length === 0) return `account ${id} has its number in another form`
    return `account ${id} has the same number as ${others.join(', ')}`
  })
}
