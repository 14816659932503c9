import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { addRowInput, changeRowInput, deleteRowInput } from '../contract/contract.ts'
import { editableLength, queryCaps } from '../contract/limits.ts'
import { inSession, type OpenConnection } from '../service/session.ts'
import { findEditProblem, isRow, openTable, type RowTable, rowCaps, type Values } from './table.ts'

type Target = { id: string; schema: string; table: string }
type Writing = OpenConnection & { table: RowTable }

async function execute({ session }: OpenConnection, sql: string): Promise<void> {
  for await (const _ of session.run(sql, queryCaps));
}

/** Changes a table in one transaction, and audits it afterwards. */
async function change<T>(
  ctx: CustomerContext,
  { id, schema, table: name, verb }: Target & { verb: 'add' | 'change' | 'delete' },
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return inSession(ctx, id, async (opened) => {
    const table = await openTable(opened, { schema, table: name })
    await execute(opened, 'BEGIN')
    const result = await work({ ...opened, table })
    await execute(opened, 'COMMIT')
    await ctx.store.tx((tx) =>
      auditCaller(tx, ctx, {
        action: `database.row-${verb}`,
        targetType: 'database',
        targetId: opened.database.id,
        userId: opened.database.userId,
        details: { schema, table: name },
      }),
    )
    return result
  })
}

/** The current row with this key, optionally locked until the transaction ends; null when there is none. */
async function readRow(
  { session, table }: Writing,
  key: Values,
  { isLocked }: { isLocked: boolean },
): Promise<Record<string, string | null> | null> {
  const into = table.parameters()
  const columns = table.columns.map((column) => table.read(column, editableLength)).join(', ')
  const where = isRow(table, key, into)
  const text = `SELECT ${columns} FROM ${table.quoted} WHERE ${where}${isLocked ? ' FOR UPDATE' : ''}`
  const { rows } = await session.ask(text, into.values, rowCaps)
  const [row] = rows
  return row ? Object.fromEntries(table.columns.map(({ name }, place) => [name, row[place] ?? null])) : null
}

/** @throws CONFLICT if the row differs from what the caller saw, with its current values in `current` */
async function lockUnchanged(writing: Writing, { key, old }: { key: Values; old: Values }): Promise<void> {
  const problem = findEditProblem(writing.table)
  if (problem) throw new DomainError('WRONG_STATE', problem)
  const current = await readRow(writing, key, { isLocked: true })
  if (!current) throw new DomainError('CONFLICT', 'This row no longer exists.', { details: { current } })
  const differs = Object.entries(old).some(
    ([name, value]) => current[writing.table.column(name).name] !== value,
  )
  if (differs)
    throw new DomainError('CONFLICT', 'This row was changed in the meantime. Check it again.', {
      details: { current },
    })
}

/** The columns of a change with their new SQL values. @throws INVALID */
function assignments({ table }: Writing, values: Values, into: ReturnType<RowTable['parameters']>) {
  return Object.entries(values).map(([name, value]) => {
    const column = table.column(name)
    if (!table.canWrite(column)) throw invalid(name, `${name} cannot be edited here. Use SQL.`)
    return { quoted: table.quote(column), written: table.write(column, value, into) }
  })
}

/**
 * Updates some columns of a row if they still have the old values; returns the new row.
 * @throws as `inSession`, NOT_FOUND of the table, WRONG_STATE without a primary key, CONFLICT when it was changed meanwhile
 */
export async function changeRow(
  ctx: CustomerContext,
  { key, old, set, ...target }: z.output<typeof changeRowInput>,
): Promise<{ values: Record<string, string | null> }> {
  return change(ctx, { ...target, verb: 'change' }, async (writing) => {
    const { session, table } = writing
    const missing = Object.keys(set).find((name) => !(name in old))
    if (missing !== undefined) throw invalid('old', `Send the previous value of ${missing} in old.`)
    await lockUnchanged(writing, { key, old })
    const into = table.parameters()
    const written = assignments(writing, set, into).map((each) => `${each.quoted} = ${each.written}`)
    const where = isRow(table, key, into)
    await session.ask(
      `UPDATE ${table.quoted} SET ${written.join(', ')} WHERE ${where}`,
      into.values,
      queryCaps,
    )
    const ofKey = table.key.map(({ name }) => [name, set[name] ?? key[name] ?? null])
    const values = await readRow(writing, Object.fromEntries(ofKey), { isLocked: false })
    return { values: values ?? {} }
  })
}

/** Deletes a row if it is as the caller saw it. @throws as `changeRow` */
export async function deleteRow(
  ctx: CustomerContext,
  { key, old, ...target }: z.output<typeof deleteRowInput>,
): Promise<{ ok: true }> {
  return change(ctx, { ...target, verb: 'delete' }, async (writing) => {
    await lockUnchanged(writing, { key, old })
    const into = writing.table.parameters()
    const where = isRow(writing.table, key, into)
    await writing.session.ask(`DELETE FROM ${writing.table.quoted} WHERE ${where}`, into.values, queryCaps)
    return { ok: true as const }
  })
}

/** Adds a row to a table. @throws as `inSession`, NOT_FOUND of the table, WRONG_STATE of a view */
export async function addRow(
  ctx: CustomerContext,
  { values, ...target }: z.output<typeof addRowInput>,
): Promise<{ ok: true }> {
  return change(ctx, { ...target, verb: 'add' }, async (writing) => {
    const { session, table } = writing
    if (table.kind === 'view') throw new DomainError('WRONG_STATE', findEditProblem(table) ?? '')
    const into = table.parameters()
    const written = assignments(writing, values, into)
    const columns = written.map(({ quoted }) => quoted).join(', ')
    const row = written.map((each) => each.written).join(', ')
    const what = written.length === 0 ? table.defaults : `(${columns}) VALUES (${row})`
    await session.ask(`INSERT INTO ${table.quoted} ${what}`, into.values, queryCaps)
    return { ok: true as const }
  })
}
