import { databaseTypes } from '#features/engines/contract/kinds.ts'
import type { Database } from '../../contract/contract.ts'
import { isReserved } from '../../contract/reserved.ts'

type Names = Pick<Database, 'dbName' | 'dbUser'>

// As many letters as leave room for the number and for the end of the user's name.
const mostLetters = 16
const plain = 'app'

type Site = { name?: string | null; domain: string | null }

/** A site's name, else the first word of its domain, in the letters that engines take. */
function wordOf({ name, domain }: Site): string {
  const [first = ''] = (domain ?? '').replace(/^www\./, '').split('.')
  const label = name ?? first
  const word = label.startsWith('xn--') ? '' : label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  const cut = word.slice(0, mostLetters).replaceAll(/^_+|_+$/g, '')
  return cut === '' || databaseTypes.some((type) => isReserved(type, cut)) ? plain : cut
}

/** Names for a new database of a site that none of its databases has: `shop` and `shop_user`, then `shop_2`. */
export function suggestNames(site: Site, taken: readonly Names[]): Names {
  const word = wordOf(site)
  const used = new Set(taken.flatMap(({ dbName, dbUser }) => [dbName.toLowerCase(), dbUser.toLowerCase()]))
  for (let number = 1; ; number += 1) {
    const dbName = number === 1 ? word : `${word}_${number}`
    const dbUser = `${dbName}_user`
    if (!used.has(dbName) && !used.has(dbUser)) return { dbName, dbUser }
  }
}
