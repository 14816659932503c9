import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { createConnection } from 'mysql2/promise'
import { EngineBusy } from '#server/system/programs/engine-refused.ts'
import { soon } from '#test/support/engines/adversary.ts'
import { createNames, newCredentials, refusal, runAll } from '#test/support/engines/fixtures.ts'
import { hasMariaDb, startMariaDb } from '#test/support/engines/mariadb.ts'

const nextNames = createNames()

test.if(hasMariaDb)(
  'a prepared transaction locks only its own tables, until an administrator rolls it back',
  async () => {
    const { engine, sql, dataDir, stop } = await startMariaDb()
    const { port } = await engine.connect()
    const wantedOf = (credentials = newCredentials(nextNames())) => ({
      ...credentials,
      isOpen: true,
      allow: [],
    })
    const [mine, other] = [wantedOf(), wantedOf()]
    await engine.ensure(mine)
    await runAll(
      sql,
      mine,
      "create table t (a int); xa start 'mine'; insert into t values (1); xa end 'mine'; xa prepare 'mine'",
    )
    await soon('its closing', engine.ensure({ ...mine, isOpen: false }))
    expect(
      await soon(
        'its removal',
        refusal(() => engine.remove(mine)),
      ),
    ).toBeInstanceOf(EngineBusy)
    expect(await refusal(() => sql.open(mine))).toBeInstanceOf(Error)
    await soon('another one', engine.ensure(other))
    const password = await readFile(`${dataDir}/engines/mysql/admin`, 'utf8')
    const admin = await createConnection({ host: '127.0.0.1', port, user: 'portal_admin', password })
    await admin.query("xa rollback 'mine'")
    await admin.end()
    await engine.remove(mine)
    expect((await engine.measure([mine.database, other.database])).size).toBe(1)
    await stop()
  },
  60_000,
)
