import { testEngine } from '#test/support/engines/engine-promises.ts'
import { startPostgres } from '#test/support/engines/postgresql.ts'

testEngine('PostgreSQL, embedded', startPostgres({ DB_POSTGRES: 'embedded' }))
