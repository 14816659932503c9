import { startDebianPostgres, startEmbeddedPostgres } from './postgres.ts'

// `bun test/support/with-postgres.ts embedded|debian bun test …`: the command with STORE and TEST_DATABASE_URL set.

const [engine, ...command] = process.argv.slice(2)
const server = engine === 'debian' ? await startDebianPostgres() : await startEmbeddedPostgres()
if (!server) {
  process.stderr.write('PostgreSQL 15 of Debian is not installed\n')
  process.exit(1)
}
const child = Bun.spawn(command, {
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...Bun.env, STORE: 'postgres', TEST_DATABASE_URL: server.url },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await child.exited
await server.stop()
process.exit(code)
