import { carriesBackups } from '#test/support/engines/backup-promises.ts'
import { sharedPostgres } from '#test/support/engines/shared-engines.ts'

carriesBackups('PostgreSQL', sharedPostgres)
