import { describe } from 'bun:test'
import { carriesBackups } from '#test/support/engines/backup-promises.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { sharedMariaDb } from '#test/support/engines/shared-engines.ts'

describe.if(hasMariaDb)('MySQL', () => carriesBackups('MariaDB', sharedMariaDb))
