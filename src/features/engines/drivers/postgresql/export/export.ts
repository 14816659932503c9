import type { Client } from 'pg'
import { type Ask, checkKinds, readEdges, readNodes } from './catalogue.ts'
import { copyOut } from './copy-out.ts'
import { rank } from './fragments.ts'
import { type Node, sortNodes } from './order.ts'
import { commentsQuery, dataQuery, sequencesQuery } from './tables.ts'

/** Session settings for loading a dump, and for writing it. */
const header = [
  "SET client_encoding = 'UTF8'",
  'SET standard_conforming_strings = on',
  "SELECT pg_catalog.set_config('search_path', '', false)",
  'SET check_function_bodies = false',
  'SET client_min_messages = warning',
  'SET row_security = off',
]

const snapshot = [
  'begin isolation level repeatable read read only',
  "select pg_catalog.set_config('search_path', '', true)",
  "set local datestyle = 'ISO'",
  "set local intervalstyle = 'postgres'",
  'set local extra_float_digits = 3',
  'set local row_security = off',
  // Only PostgreSQL's own functions, tables and views are used while reading.
  'set local statement_timeout = 0',
]

const objectPiece = 128 * 1_024

/** Large objects have no table of their own: function calls recreate them. */
async function* writeObjects(ask: Ask): AsyncGenerator<string> {
  const objects = await ask<{ oid: string }>(
    'select oid::pg_catalog.text as oid from pg_catalog.pg_largeobject_metadata order by oid',
  )
  for (const { oid } of objects) {
    yield `SELECT pg_catalog.lo_unlink(oid) FROM pg_catalog.pg_largeobject_metadata WHERE oid = ${oid};\n`
    yield `SELECT pg_catalog.lo_create(${oid});\n`
    for (let at = 0; ; at += objectPiece) {
      const [piece] = await ask<{ hex: string }>(
        `select pg_catalog.encode(pg_catalog.lo_get(${oid}, ${at}, ${objectPiece}), 'hex') as hex`,
      )
      if (!piece?.hex) break
      yield `SELECT pg_catalog.lo_put(${oid}, ${at}, '\\x${piece.hex}');\n`
    }
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * A database as SQL: definitions, rows, then objects that depend on rows, from one snapshot. Owners and grants are omitted: the
 * loading user owns everything. @throws EngineRefused before the first piece when something would be missing
 */
export async function* exportDatabase(client: Client, major: number): AsyncGenerator<string | Uint8Array> {
  for (const statement of snapshot) await client.query(statement)
  const ask: Ask = async (sql) => (await client.query(sql)).rows
  await checkKinds(ask, major)
  const [nodes, edges] = [await readNodes(ask), await readEdges(ask)]
  const tables = await ask<{ key: string; name: string; columns: string }>(dataQuery)
  const data = new Map(tables.map((table) => [`data ${table.key}`, table]))
  const dataNodes = [...data].map(
    ([key, table]): Node => ({ key, rank: rank.data, sql: '', after: [table.key] }),
  )
  const sorted = sortNodes([...nodes, ...dataNodes], edges)

  for (const statement of header) yield `${statement};\n`
  for (const { drop } of sorted.toReversed()) if (drop) yield `${drop};\n`
  for (const node of sorted) {
    const table = data.get(node.key)
    if (!table) yield `${node.sql};\n`
    else {
      // A table without columns may have rows.
      const target = table.columns === '' ? table.name : `${table.name} (${table.columns})`
      yield `COPY ${target} FROM stdin;\n`
      yield* copyOut(client, `COPY ${target} TO STDOUT`)
      yield '\\.\n'
    }
  }
  for (const { name } of await ask<{ name: string }>(sequencesQuery)) {
    const [value] = await ask<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    yield `SELECT pg_catalog.setval(${literal(name)}, ${value?.last_value}, ${value?.is_called});\n`
  }
  yield* writeObjects(ask)
  for (const { sql } of await ask<{ sql: string }>(commentsQuery)) yield `${sql};\n`
  await client.query('commit')
}
