import type { Connection } from 'mysql2'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { ask } from './connection.ts'

/** MariaDB's names for the languages in MySQL 8 collations. */
const languages: Record<string, string> = {
  cs: 'czech',
  da: 'danish',
  de_pb: 'german2',
  eo: 'esperanto',
  es: 'spanish',
  es_trad: 'spanish2',
  et: 'estonian',
  hr: 'croatian',
  hu: 'hungarian',
  is: 'icelandic',
  la: 'roman',
  lt: 'lithuanian',
  lv: 'latvian',
  pl: 'polish',
  ro: 'romanian',
  sk: 'slovak',
  sl: 'slovenian',
  sv: 'swedish',
  tr: 'turkish',
  vi: 'vietnamese',
}

const name = 'utf8mb4_(?:[a-z]+_){0,2}0900_[a-z_]+'
const ofMysql8 = /^utf8mb4_(?:(\w+)_)?0900_(?:(bin)|(ai|as)_(ci|cs)\w*)$/
// Matches quoted texts and names to skip them, except a quoted name after COLLATE.
const places = new RegExp(
  String.raw`(\bcollate\s*=?\s*)(['"${'`'}])(${name})\2|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|${'`'}[^${'`'}]*${'`'}|\b${name}`,
  'gis',
)
/** A longer statement is not a definition. */
const longest = 1_024 * 1_024
const isDefinition = /^(?:\/\*M?!\d*\s*)?(?:create|alter|set)\b/i

/** Substitutes for a MySQL 8 collation, nearest first, all without padding. */
function nearest(wanted: string): string[] {
  const [, place = '', isBinary, accents = 'ai', cases = 'ci'] = ofMysql8.exec(wanted) ?? []
  const exact = ['utf8mb4_nopad_bin', 'utf8mb4_bin']
  if (isBinary) return exact
  const language = languages[place]
  const kind = `nopad_${accents}_${cases}`
  return [
    ...(language ? [`utf8mb4_uca1400_${language}_${kind}`] : []),
    `utf8mb4_uca1400_${kind}`,
    // Before MariaDB 10.10 only byte comparison is case-sensitive.
    ...(cases === 'cs' ? exact : ['utf8mb4_unicode_520_nopad_ci', 'utf8mb4_unicode_520_ci']),
  ]
}

async function listCollations(connection: Connection): Promise<Set<string>> {
  const list = (column: string) =>
    ask<{ name: string }>(
      connection,
      `SELECT ${column} AS name FROM information_schema.COLLATION_CHARACTER_SET_APPLICABILITY WHERE CHARACTER_SET_NAME = 'utf8mb4'`,
    )
  // Only servers with short collation names list the full ones beside them.
  const rows = await list('FULL_COLLATION_NAME').catch((error) => {
    if (!(error instanceof EngineRefused)) throw error
    return list('COLLATION_NAME')
  })
  return new Set(rows.map((row) => String(row.name)))
}

/** Replaces MySQL 8 collations by ones that the server has, and records them. */
export function createCollations(connection: Connection) {
  let known: Set<string> | null = null
  const taken = new Map<string, string>()
  const replace = (wanted: string, has: Set<string>): string => {
    const plain = wanted.toLowerCase()
    const found = has.has(plain) ? undefined : nearest(plain).find((other) => has.has(other))
    if (found === undefined) return wanted
    taken.set(plain, found)
    return found
  }
  return {
    /** A statement with collations that the server has. @throws as `ask` */
    async fit(statement: string): Promise<string> {
      if (statement.length > longest || !isDefinition.test(statement) || !/_0900_/.test(statement))
        return statement
      known ??= await listCollations(connection)
      const has = known
      return statement.replaceAll(places, (all, collate?: string, quote?: string, quoted?: string) => {
        if (collate !== undefined && quoted !== undefined)
          return `${collate}${quote}${replace(quoted, has)}${quote}`
        return /^['"`]/.test(all) ? all : replace(all, has)
      })
    },
    notes: (): string[] =>
      [...taken].map(
        ([wanted, found]) =>
          `This server does not have the MySQL 8 collation ${wanted}. Its nearest match, ${found}, was used instead.`,
      ),
  }
}
