import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { Replacement } from '../../contract/database-engine.ts'
import { maxConnections } from '../../contract/kinds.ts'
import type { Admin } from './admin.ts'
import { changeAndEnd, endAllSessions, hasDatabase, insist, restrictAccess, takeOver } from './rights.ts'

/** As `DatabaseEngine.replace`. One transaction renames the databases; the steps before and after are repeatable. */
export async function replace(admin: Admin, { live, by, aside }: Replacement): Promise<void> {
  const put = { database: aside, user: by.user }
  const [isMade, isAside] = [await hasDatabase(admin, by.database), await hasDatabase(admin, aside)]
  if (isMade && isAside) throw new EngineRefused(`The database ${aside} already exists.`)
  if (!isMade && !isAside) throw new EngineRefused(`The database ${by.database} does not exist.`)
  const users = [live.user, by.user]
  for (const user of users) await changeAndEnd(admin, user, 'alter role %1$I connection limit 0')
  try {
    // Includes the portal's own sessions in these databases.
    for (const names of [live, by]) await endAllSessions(admin, names)
    if (isMade) {
      await admin.within(by.database, (connection) => takeOver(connection, live.user))
      await insist(() =>
        admin.atOnce(async (connection) => {
          await connection.order('alter database %1$I rename to %2$I', live.database, aside)
          await connection.order('alter database %1$I rename to %2$I', by.database, live.database)
        }),
      )
    }
    await restrictAccess(admin, live)
    await restrictAccess(admin, put)
    await admin.within(aside, (connection) => takeOver(connection, by.user))
  } finally {
    for (const user of users) await admin.order('alter role %1$I connection limit %2$s', user, maxConnections)
  }
}
