import type { Statement } from './script.ts'

const [missing, notAllowed] = ['42704', '42501']
const duplicateSchema = '42P06'
// Objects that pg_dump --clean drops individually disappear with the table they belong to, as do indexes of partitions.
const partOfOther = ['42P16', '2BP01']

const textOf = ({ bytes }: Statement): string => bytes.subarray(0, 4_096).toString('latin1')

const identifier = '("(?:[^"]|"")+"|[^\\s;,"]+)'
const aboutDatabase = new RegExp(String.raw`\bDATABASE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?${identifier}`, 'i')

const readName = (written: string): string =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

/** The database that a statement targets as a whole; null for any other. */
export function namedIn(statement: Statement): string | null {
  const [first = '', second] = statement.words
  const text = textOf(statement)
  const isAbout = ['COMMENT', 'GRANT', 'REVOKE', 'SECURITY'].includes(first)
    ? /^[^']*\sON\s+DATABASE\s/i.test(text)
    : ['CREATE', 'DROP', 'ALTER'].includes(first) && second === 'DATABASE'
  const [, written] = (isAbout && aboutDatabase.exec(text)) || []
  return written === undefined ? null : readName(Buffer.from(written, 'latin1').toString())
}

/** The target database of psql's `\connect`; null when it stays in the current one. */
export function connectedTo(command: string): string | null {
  const rest = command.replace(/^\S+\s*/, '').replace(/^-reuse-previous=\S+\s*/, '')
  const [, quoted, apart, plain] = /^(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|(\S+))/.exec(rest) ?? []
  const name = quoted?.replaceAll('""', '"') ?? apart?.replaceAll("''", "'") ?? plain ?? '-'
  // pg_dump writes names like this when a command line would misread their characters.
  const [, written] = /\bdbname\s*=\s*('(?:[^'\\]|\\.)*'|\S+)/.exec(name) ?? []
  if (written === undefined) return name === '-' ? null : name
  return (written.startsWith("'") ? written.slice(1, -1) : written).replaceAll(/\\(.)/g, '$1')
}

/** Whether a statement switches to another user, as `pg_dump --use-set-session-authorization` does. */
export const changesUser = ({ words: [first, second, third] }: Statement): boolean =>
  (first === 'SET' || first === 'RESET') && second === 'SESSION' && third === 'AUTHORIZATION'

/** The SQLSTATEs for which a statement is skipped, and whether it concerns owners and privileges. */
export type SkipRule = { codes: string[]; isOfOwners: boolean }

const other = (...codes: string[]): SkipRule => ({ codes, isOfOwners: false })
const ofOwners: SkipRule = { codes: [missing, notAllowed], isOfOwners: true }

/**
 * Statements of a foreign dump that may be skipped when refused: ownership and privileges, since the customer's own user is the
 * only one, and settings of a newer PostgreSQL. Null for other statements.
 */
export function findSkipRule(statement: Statement): SkipRule | null {
  const [first, second] = statement.words
  const text = textOf(statement)
  if (first === 'ALTER' && (second === 'DEFAULT' || /\bOWNER\s+TO\b/i.test(text))) return ofOwners
  if ((first === 'GRANT' || first === 'REVOKE') && /\sON\s/i.test(text)) return ofOwners
  if (first === 'COMMENT' && /\bON\s+(EXTENSION|SCHEMA)\b/i.test(text)) return other(missing, notAllowed)
  if (first === 'CREATE' && second === 'SCHEMA') return other(duplicateSchema)
  if ((first === 'DROP' || first === 'ALTER') && /\bDROP\b.*\bIF EXISTS\b/is.test(text))
    return other(...partOfOther)
  if (first === 'SET' && !['ROLE', 'SESSION', 'LOCAL'].includes(second ?? '')) return other(missing)
  return null
}
