import { defineConfig } from 'drizzle-kit'

const engines = { sqlite: 'sqlite', postgres: 'postgresql' } as const

const engine = process.env.STORE === 'postgres' ? 'postgres' : 'sqlite'

// SQLite unless STORE is `postgres`, by which the tests choose their engine too.
export default defineConfig({
  dialect: engines[engine],
  casing: 'snake_case',
  schema: `./db/entry/${engine}.cjs`,
  out: `./db/migrations/${engine}`,
})
