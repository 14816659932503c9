import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { applyPragmas } from '#db/sqlite/pragmas.ts'

// `bun commit-on-request.ts FOLDER [PRAGMA]`: prints "ready", then commits as many rows as standard input requests.

const [folder = '', change] = Bun.argv.slice(2)
const connection = new Database(join(folder, 'commits.db'), { create: true })
applyPragmas(connection)
if (change) connection.run(change)
connection.run('create table if not exists rows (n integer)')
process.stdout.write('ready\n')
const count = Number(await Bun.stdin.text())
for (let n = 0; n < count; n += 1) connection.run('insert into rows values (?)', [n])
// Without closing: a checkpoint at the end would sync on its own.
process.exit(0)
