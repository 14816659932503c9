import { describe } from 'bun:test'
import { keepsPromises } from '#test/support/engines/engine-promises.ts'
import { hasPostgres, startPostgres } from '#test/support/engines/postgresql.ts'

keepsPromises('PostgreSQL, embedded', startPostgres({ DB_POSTGRES: 'embedded' }))

describe.if(hasPostgres)('PostgreSQL', () =>
  keepsPromises('PostgreSQL, of this machine', startPostgres({ DB_POSTGRES: 'managed' })),
)
