import { Database } from 'bun:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { applyPragmas } from './pragmas.ts'

// The program of a thread that reads the SQLite file beside the portal. It is an entry of its own in the compiled program.

export type ThreadQuestion = { sql: string; parameters: (string | number)[] }
export type ThreadAnswer = { rows: unknown[][] } | { message: string; code: string }

/** A connection that may write is needed to share the file's log; it writes nothing. */
function open(file: string): Database {
  const opened = new Database(file, { readwrite: true, create: false, strict: true })
  applyPragmas(opened)
  opened.run('PRAGMA query_only = ON')
  return opened
}

const connection = open(String(workerData))

function answer({ sql, parameters }: ThreadQuestion): ThreadAnswer {
  try {
    const statement = connection.prepare(sql)
    try {
      return { rows: statement.values(...parameters) }
    } finally {
      statement.finalize()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { message: error instanceof Error ? error.message : 'unknown failure', code }
  }
}

parentPort?.on('message', (question: ThreadQuestion | 'close') => {
  if (question !== 'close') return parentPort?.postMessage(answer(question))
  // The last connection that is closed takes the write-ahead log away; one that merely ends does not.
  connection.close()
  process.exit(0)
})
