import { describe } from 'bun:test'
import { testEngine } from '#test/support/engines/engine-promises.ts'
import { hasMariaDb, startMariaDb } from '#test/support/engines/mariadb.ts'

describe.if(hasMariaDb)('MySQL', () => testEngine('MariaDB', startMariaDb))
