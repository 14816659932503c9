import { databaseTypes } from '#features/engines/contract/kinds.ts'
import type { Database } from '../../contract/contract.ts'
import { isReserved } from '../../contract/reserved.ts'

type Names = Pick<Database, 'dbName' | 'dbUser'>

// Leaves room for the number and the suffix of the user name.
const mostLetters = 16
const plain = 'app'

type Site = { name?: string | null; domain: string | null }

/** A site's name, else the first label of its domain, in characters that engines accept. */
function wordOf({ name, domain }: Site): string {
  const [first = ''] = (domain ?? '').replace(/^www\./, '').split('.')
  const label = name ?? first
  const word = label.startsWith('xn--') ? '' : label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  const cut = word.slice(0, mostLetters).replaceAll(/^_+|_+$/g, '')
  return cut === '' || databaseTypes.some((type) => isReserved(type, cut)) ? plain : cut
}

/** Unused names for a new database of a site: `shop` and `shop_user`, then `shop_2`. */
export function suggestNames(site: Site, taken: readonly Names[]): Names {
  const word = wordOf(site)
  const used = new Set(taken.flatMap(({ dbName, dbUser }) => [dbName.toLowerCase(), dbUser.toLowerCase()]))
  for (let number = 1; ; number += 1) {
    const dbName = number === 1 ? word : `${word}_${number}`
    const dbUser = `${dbName}_user`
    if (!used.has(dbName) && !used.has(dbUser)) return { dbName, dbUser }
  }
}
