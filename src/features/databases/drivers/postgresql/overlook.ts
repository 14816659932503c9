import type { Statement } from './script.ts'

const [missing, notAllowed] = ['42704', '42501']
const duplicateSchema = '42P06'
// What pg_dump --clean wants to drop one by one goes with the table that it is a part of, as do indexes of partitions.
const partOfOther = ['42P16', '2BP01']

const textOf = ({ bytes }: Statement): string => bytes.subarray(0, 4_096).toString('latin1')

/**
 * What a dump from elsewhere says, and may be left out when it is refused: who owns what and who may do what, where nobody but
 * the customer's own user is; and settings of a newer PostgreSQL. The SQLSTATEs that are overlooked; null for other statements.
 */
export function overlooked(statement: Statement): string[] | null {
  const [first, second] = statement.words
  const text = textOf(statement)
  if (first === 'ALTER' && second !== 'DATABASE' && /\bOWNER\s+TO\b/i.test(text)) return [missing, notAllowed]
  if (first === 'ALTER' && second === 'DEFAULT') return [missing, notAllowed]
  if ((first === 'GRANT' || first === 'REVOKE') && /\sON\s/i.test(text) && !/\sON\s+DATABASE\b/i.test(text))
    return [missing, notAllowed]
  if (first === 'COMMENT' && /\bON\s+(EXTENSION|SCHEMA)\b/i.test(text)) return [missing, notAllowed]
  if (first === 'CREATE' && second === 'SCHEMA') return [duplicateSchema]
  if ((first === 'DROP' || first === 'ALTER') && /\bDROP\b.*\bIF EXISTS\b/is.test(text)) return partOfOther
  if (first === 'SET' && !['ROLE', 'SESSION', 'LOCAL'].includes(second ?? '')) return [missing]
  return null
}
