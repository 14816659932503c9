import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  addRowInput,
  cancelQueryInput,
  changeRowInput,
  deleteRowInput,
  explainInput,
  historyOutput,
  maxRowBodyBytes,
  maxSqlBodyBytes,
  planOutput,
  queryOutput,
  readRowsInput,
  rowOutput,
  rowsOutput,
  runQueryInput,
  schemaOutput,
} from './contract/contract.ts'
import { addRow, changeRow, deleteRow } from './rows/change-rows.ts'
import { readRows } from './rows/read-rows.ts'
import { explainQuery, readSchema } from './service/catalog.ts'
import { clearHistory, listHistory } from './service/history.ts'
import { cancelQuery, runQuery } from './service/run-query.ts'

const exampleTable = { schema: 'public', table: 'orders' }

export const consoleRouter = router({
  schema: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'GET /api/databases/:id/schema',
      summary: 'Lists the tables, columns and indexes of a database.',
      refusals: [409],
      heavy: true,
      isPrivate: true,
    })
    .input(byId)
    .output(schemaOutput)
    .query(({ ctx, input }) => readSchema(ctx, input)),
  rows: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'GET /api/databases/:id/rows',
      summary: 'Reads rows of a table page by page.',
      refusals: [409],
      heavy: true,
      isPrivate: true,
    })
    .input(readRowsInput)
    .output(rowsOutput)
    .query(({ ctx, input }) => readRows(ctx, input)),
  addRow: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/rows',
      summary: 'Adds a row to a table.',
      example: { ...exampleTable, values: { name: 'Asha' } },
      status: 201,
      maxBodyBytes: maxRowBodyBytes,
      idempotent: false,
    })
    .input(addRowInput)
    .output(ok)
    .mutation(({ ctx, input }) => addRow(ctx, input)),
  changeRow: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'PATCH /api/databases/:id/rows',
      summary: 'Changes a table row, unless it has changed in the meantime.',
      example: { ...exampleTable, key: { id: '1' }, old: { name: 'Asha' }, set: { name: 'Asha Rao' } },
      maxBodyBytes: maxRowBodyBytes,
      idempotent: false,
    })
    .input(changeRowInput)
    .output(rowOutput)
    .mutation(({ ctx, input }) => changeRow(ctx, input)),
  deleteRow: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'DELETE /api/databases/:id/rows',
      summary: 'Deletes a table row, unless it has changed in the meantime.',
      example: { ...exampleTable, key: { id: '1' }, old: { name: 'Asha' } },
      maxBodyBytes: maxRowBodyBytes,
      idempotent: false,
    })
    .input(deleteRowInput)
    .output(ok)
    .mutation(({ ctx, input }) => deleteRow(ctx, input)),
  run: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/query',
      summary: 'Runs statements in a database as its own user.',
      example: { sql: 'SELECT 1' },
      refusals: [409, 503],
      maxBodyBytes: maxSqlBodyBytes,
      idempotent: false,
      cancellable: true,
      // Longer than a run of statements may take, including the wait for a connection.
      idleSeconds: 90,
    })
    .input(runQueryInput)
    .output(queryOutput)
    .mutation(({ ctx, input, signal }) => runQuery(ctx, input, signal)),
  explain: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/explain',
      summary: 'Shows how a database would execute a statement.',
      example: { sql: 'SELECT * FROM orders WHERE id = 1' },
      maxBodyBytes: maxSqlBodyBytes,
      idempotent: false,
    })
    .input(explainInput)
    .output(planOutput)
    .mutation(({ ctx, input }) => explainQuery(ctx, input)),
  cancel: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/query/cancel',
      summary: 'Cancels the statements that you run under a query ID.',
      example: { queryId: 'a1' },
      idempotent: false,
    })
    .input(cancelQueryInput)
    .output(ok)
    .mutation(({ ctx, input }) => cancelQuery(ctx, input)),
  history: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'GET /api/databases/:id/history',
      summary: 'Lists the statements run in a database, newest first.',
      heavy: true,
      isPrivate: true,
    })
    .input(byId)
    .output(historyOutput)
    .query(({ ctx, input }) => listHistory(ctx, input)),
  clearHistory: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'DELETE /api/databases/:id/history',
      summary: 'Clears the query history of a database.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => clearHistory(ctx, input)),
})
