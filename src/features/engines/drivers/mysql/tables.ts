import type { Caps, EngineSession, IndexFacts, TableFacts } from '../../contract/database-engine.ts'

const ofTables = `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, TABLE_ROWS, DATA_LENGTH + INDEX_LENGTH
  FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE NOT IN ('SEQUENCE', 'TEMPORARY')
  ORDER BY TABLE_NAME`

const ofColumns = `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`

const ofIndexes = `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, NON_UNIQUE
  FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`

const numberOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : Number(text)

function indexesOf(rows: readonly (string | null)[][]): IndexFacts[] {
  const found = new Map<string, IndexFacts>()
  for (const [, name, column, nonUnique] of rows) {
    const index = found.get(name ?? '') ?? { name: name ?? '', columns: [], isUnique: nonUnique === '0' }
    // An expression part has no column.
    index.columns.push(column ?? '')
    found.set(index.name, index)
  }
  return [...found.values()]
}

/** As `SqlTools.readTables`. */
export async function readTables(session: EngineSession, caps: Caps): Promise<TableFacts[]> {
  const [tables, columns, indexes] = [
    (await session.ask(ofTables, [], caps)).rows,
    Map.groupBy((await session.ask(ofColumns, [], caps)).rows, ([table]) => table),
    Map.groupBy((await session.ask(ofIndexes, [], caps)).rows, ([table]) => table),
  ]
  return tables.map(([schema, name, kind, rows, bytes]) => {
    const isView = /VIEW/.test(kind ?? '')
    const own = indexesOf(indexes.get(name ?? '') ?? [])
    const key = own.find((index) => index.name === 'PRIMARY')?.columns ?? []
    return {
      schema: schema ?? '',
      name: name ?? '',
      kind: isView ? 'view' : 'table',
      columns: (columns.get(name ?? '') ?? []).map(([, column, type, isNullable, fallback]) => ({
        name: column ?? '',
        type: type ?? '',
        isNullable: isNullable === 'YES',
        fallback: fallback === 'NULL' ? null : (fallback ?? null),
        keyPosition: key.includes(column ?? '') ? key.indexOf(column ?? '') + 1 : null,
      })),
      indexes: own,
      rows: isView ? null : numberOf(rows),
      bytes: isView ? null : numberOf(bytes),
    }
  })
}
