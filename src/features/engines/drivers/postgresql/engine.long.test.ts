import { describe } from 'bun:test'
import { testEngine } from '#test/support/engines/engine-promises.ts'
import { hasPostgres, startPostgres, startRemotePostgres } from '#test/support/engines/postgresql.ts'

testEngine('PostgreSQL, of others', startRemotePostgres)

describe.if(hasPostgres)('PostgreSQL', () =>
  testEngine('PostgreSQL, of this machine', startPostgres({ DB_POSTGRES: 'managed' })),
)
