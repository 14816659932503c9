import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { closeUnless, type Engine, rememberEngine } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { assertOutside, currentToken, type Token } from '../guard.ts'
import { asKit, liteKit } from '../kit.ts'
import { LongReads, longReadLimits, unwrapRefusal } from '../long-reads.ts'
import { assertNotNewer } from '../migrations/migrate.ts'
import { makeSchema } from '../schema/schema.ts'
import { makeTx } from '../tx.ts'
import type { RunSql, Store, StoreSettings } from '../types.ts'
import { connect, openConnection, openFile } from './connection.ts'
import { checkSample, findDamage } from './damage.ts'
import { translate } from './errors.ts'
import { beginImmediate, GroupWriter } from './group-writer.ts'
import { readOnce } from './pragmas.ts'
import { connectThreads, ReaderThreads } from './reader-threads.ts'
import { Snapshot } from './snapshot.ts'

/** Opens `portal.db` of the data folder with one writer and one reader connection. */
export async function openSqlite({
  dataDir,
  mustExist,
  bodyLimitMs = 2_000,
  onStatement,
  longReads = longReadLimits,
}: StoreSettings): Promise<Store> {
  const file = join(dataDir, 'portal.db')
  const writerConnection = openFile(file, dataDir, mustExist ?? false)
  const readerConnection = openConnection(file)
  readerConnection.run('PRAGMA query_only = ON')
  const t = makeSchema(asKit(liteKit))
  const snapshot = new Snapshot(readerConnection)
  const writer = new GroupWriter(writerConnection, { limitMs: bodyLimitMs, beforeCommit: snapshot.end })
  const assertInTurn = () => {
    if (currentToken() !== writer.active || !writer.active)
      throw new Error('this transaction has ended: the write came too late')
  }
  const writing = connect(writerConnection, { before: assertInTurn, onStatement })
  const reading = connect(readerConnection, { before: snapshot.begin, onStatement })
  const threads = new ReaderThreads(file)
  const long = connectThreads(new LongReads(threads.execute, longReads))
  const store: Store = {
    t,
    get read() {
      assertOutside(store)
      return reading.db
    },
    readLong(query) {
      assertOutside(store)
      return unwrapRefusal(() => query(long))
    },
    async tx(work) {
      assertOutside(store)
      const token: Token = { owner: store, open: true }
      const after: (() => void)[] = []
      const tx = makeTx(writing.db, t, { token, after })
      const done = await writer
        .write(token, () => work(tx))
        .catch((error) => {
          throw translate(error, t)
        })
      for (const run of after) run()
      return done
    },
    lock: (query) => query,
    version: () => snapshot.version(),
    async close() {
      await threads.close()
      // Last: transactions submitted meanwhile are settled too.
      await writer.end()
      snapshot.close()
      reading.close()
      writing.close()
    },
  }
  rememberEngine(store, sqliteEngine(file, readerConnection, snapshot))
  return closeUnless(store, assertNotNewer(store))
}

const runOn =
  (connection: Database): RunSql =>
  async (sql, parameters = []) => {
    if (parameters.length > 0 || /^\s*(select|pragma|explain)/i.test(sql)) {
      return readOnce(connection, sql, parameters)
    }
    connection.exec(sql)
    return []
  }

function sqliteEngine(file: string, reader: Database, snapshot: Snapshot): Engine {
  const query = runOn(reader)
  return {
    dialect: 'sqlite',
    query(sql, parameters) {
      snapshot.end()
      return query(sql, parameters)
    },
    async frozen(work) {
      const connection = openConnection(file)
      connection.run('PRAGMA query_only = ON')
      const frozen = connect(connection, { before: () => {}, onStatement: undefined })
      try {
        connection.run('BEGIN')
        return await work(frozen.db)
      } finally {
        connection.run('ROLLBACK')
        frozen.close()
      }
    },
    async checkSample() {
      snapshot.end()
      checkSample(reader, file)
    },
    async findDamage() {
      const connection = openConnection(file)
      try {
        return await findDamage(connection, file)
      } finally {
        connection.close()
      }
    },
    async alter(work) {
      const connection = openConnection(file)
      try {
        // Outside the transaction: inside it the setting is ignored, and a rebuilt table would delete its children.
        connection.run('PRAGMA foreign_keys = OFF')
        await beginImmediate(connection)
        const result = await work(runOn(connection))
        const broken = readOnce(connection, 'PRAGMA foreign_key_check')
        if (broken.length > 0)
          throw new StoreError(`the change would leave ${broken.length} rows without their parent`)
        snapshot.end()
        connection.run('COMMIT')
        return result
      } catch (error) {
        if (connection.inTransaction) connection.run('ROLLBACK')
        throw error
      } finally {
        connection.close()
      }
    },
  }
}
