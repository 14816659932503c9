import { keepsPromises } from '#test/support/engines/engine-promises.ts'
import { startPostgres } from '#test/support/engines/postgresql.ts'

keepsPromises('PostgreSQL, embedded', startPostgres({ DB_POSTGRES: 'embedded' }))
