import { Database } from 'bun:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { applyPragmas } from './pragmas.ts'

// The program of a thread that reads the SQLite file in parallel. A separate entry in the compiled program.

export type ThreadQuestion = { sql: string; parameters: (string | number)[] }
export type ThreadAnswer = { rows: unknown[][] } | { message: string; code: string }

/** Sharing the file's log requires a connection that may write; it writes nothing. */
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
  // Closing the last connection removes the write-ahead log; merely ending the thread does not.
  connection.close()
  process.exit(0)
})
