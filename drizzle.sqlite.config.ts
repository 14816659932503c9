import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './db/entry/sqlite.ts',
  out: './db/migrations/sqlite',
})
