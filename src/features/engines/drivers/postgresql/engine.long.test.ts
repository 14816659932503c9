import { describe } from 'bun:test'
import { keepsPromises } from '#test/support/engines/engine-promises.ts'
import { hasPostgres, startPostgres, startRemotePostgres } from '#test/support/engines/postgresql.ts'

keepsPromises('PostgreSQL, of others', startRemotePostgres)

describe.if(hasPostgres)('PostgreSQL', () =>
  keepsPromises('PostgreSQL, of this machine', startPostgres({ DB_POSTGRES: 'managed' })),
)
