import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal, startServer } from '#test/support/server.ts'
import { makeTemplate, type Template, withCopy } from './journey.ts'
import { refuses } from './start-stage.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

test('a truncated database is refused as damaged', async () => {
  await withCopy(template, async (dataDir) => {
    await truncate(join(dataDir, 'portal.db'), 20_000)
    await refuses(dataDir, /^portal: \S*portal\.db is damaged: restore a backup$/m)
  })
})

test('a port that is not a number is refused', async () => {
  await withCopy(template, (dataDir) =>
    refuses(dataDir, /^portal: PORT: must be a port from 0 to 65535, or auto$/m, { PORT: 'abc' }),
  )
})

test('a schema newer than the program is refused', async () => {
  await withCopy(template, async (dataDir) => {
    const connection = new Database(join(dataDir, 'portal.db'))
    connection.run("insert into _migrations values ('9999_later', 'hash', 0)")
    connection.close()
    await refuses(dataDir, /^portal: the database is newer than this program \(it has migration 9999_later\)/)
  })
})

test('a second process on the same folder and a port in use are refused, and the first process continues', async () => {
  const first = await startServer()
  try {
    const second = await runPortal(['serve'], { dataDir: first.dataDir })
    expect(second.stderr).toBe(`portal: ${first.dataDir} is in use by another portal process\n`)
    expect(second.code).toBe(1)
    for (const command of [['migrate'], ['move', '--to', 'postgres://127.0.0.1:1/none']]) {
      expect((await runPortal(command, { dataDir: first.dataDir })).code).toBe(1)
    }
    await withCopy(template, async (dataDir) => {
      const { port } = new URL(first.url)
      await refuses(dataDir, new RegExp(`^portal: port ${port} on 127\\.0\\.0\\.1 is taken; set PORT`), {
        PORT: port,
      })
      const sitesPort = new URL(first.sitesUrl ?? '').port
      await refuses(
        dataDir,
        new RegExp(`^portal: port ${sitesPort} on 127\\.0\\.0\\.1 is taken; set SITES_PORT`),
        {
          SITES_PORT: sitesPort,
        },
      )
    })
    expect((await fetch(`${first.url}/ready`)).status).toBe(200)
  } finally {
    await first.stop()
  }
})

// 192.0.2.0/24 belongs to no machine (RFC 5737), and .invalid to no host (RFC 2606).
test.each([
  [
    'an address of another machine',
    '192.0.2.1',
    /^portal: HOST: 192\.0\.2\.1 is not an address of this machine; set /,
  ],
  ['an unknown host name', 'portal.invalid', /^portal: HOST: this machine cannot resolve portal\.invalid/],
])('the portal does not listen on %s, and names HOST as the cause', async (_, HOST, reason) => {
  await withCopy(template, async (dataDir) => {
    const { code, stderr } = await runPortal(['serve'], { dataDir, env: { HOST } })
    expect(stderr).toMatch(reason)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})
