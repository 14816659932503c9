import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'
import { makeFolder, makeTemplate, type Template, withCopy } from './journey.ts'
import { refuses } from './start-stage.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const damages: [name: string, damage: (dataDir: string) => Promise<void>][] = [
  ['a flipped header', async (dataDir) => overwrite(join(dataDir, 'portal.db'), 0, 'Not SQLite at all')],
  [
    'something else in its place',
    (dataDir) => writeFile(join(dataDir, 'portal.db'), 'hello\n'.repeat(2_000)),
  ],
  [
    'an overwritten page',
    async (dataDir) => overwrite(join(dataDir, 'portal.db'), 4_096, '\xff'.repeat(4_096)),
  ],
]

async function overwrite(file: string, at: number, text: string): Promise<void> {
  const bytes = await Bun.file(file).bytes()
  bytes.set(Buffer.from(text, 'latin1'), at)
  await writeFile(file, bytes)
}

test.each(damages)('a database is refused as damaged because of %s', async (_, damage) => {
  await withCopy(template, async (dataDir) => {
    await damage(dataDir)
    await refuses(dataDir, /^portal: \S*portal\.db is damaged: restore a backup$/m)
  })
})

test('a missing database whose log still exists is refused, and not created', async () => {
  await withCopy(template, async (dataDir) => {
    await rm(join(dataDir, 'portal.db'))
    await writeFile(join(dataDir, 'portal.db-wal'), 'x')
    await refuses(dataDir, /^portal: .*portal\.db is missing/)
  })
})

test('a folder in place of the database is refused', async () => {
  await withCopy(template, async (dataDir) => {
    await rm(join(dataDir, 'portal.db'))
    await mkdir(join(dataDir, 'portal.db'))
    await refuses(
      dataDir,
      /^portal: .*portal\.db is a folder, but the portal's database is a file: move the folder away$/m,
    )
  })
})

test('an unwritable data folder is refused', async () => {
  const folder = await makeFolder()
  try {
    await writeFile(join(folder, 'file'), '')
    await refuses(join(folder, 'file', 'data'), /^portal: \S*file\/data cannot be used/)
    // No user, root included, can create files here.
    await refuses('/proc/portal', /^portal: \/proc\/portal cannot be used/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a missing or unreadable key is refused once there are users', async () => {
  await withCopy(template, async (dataDir) => {
    const key = join(dataDir, 'secret.key')
    await chmod(key, 0o600)
    await writeFile(key, 'short')
    await refuses(dataDir, /^portal: .*secret\.key/)
    await rm(key)
    await refuses(dataDir, /^portal: .*secret\.key/)
    expect(await Bun.file(key).exists()).toBe(false)
  })
})

const badSettings: [name: string, env: Record<string, string>, reason: RegExp][] = [
  ['a port out of range', { PORT: '70000' }, /^portal: PORT: must be a port from 0 to 65535, or auto$/m],
  [
    'a fractional port',
    { SITES_PORT: '80.5' },
    /^portal: SITES_PORT: must be a port from 0 to 65535, or auto$/m,
  ],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^portal: LOG_LEVEL: must be one of debug, info, /],
  ['an unknown log format', { LOG_FORMAT: 'xml' }, /^portal: LOG_FORMAT: must be one of json, text$/m],
  [
    'a handover that is too short',
    { HANDOVER_SECONDS: '9' },
    /^portal: HANDOVER_SECONDS: must be a whole number of seconds from 10 to 3600, or 0 for no handover$/m,
  ],
  [
    'a limit that is not a number',
    { READS_PER_MINUTE: 'many' },
    /^portal: READS_PER_MINUTE: must be a whole number/,
  ],
  [
    'an unknown database engine',
    { DATABASE_URL: 'mysql://localhost/db' },
    /^portal: DATABASE_URL: must begin/,
  ],
  ['an invalid origin', { PUBLIC_ORIGIN: 'portal' }, /^portal: PUBLIC_ORIGIN: must be an address such as /],
  [
    'an incomplete administrator',
    { ADMIN_EMAIL: 'root@example.com' },
    /^portal: set ADMIN_EMAIL, ADMIN_MOBILE and ADMIN_PASSWORD/,
  ],
  ['a missing company file', { COMPANY_FILE: '/none/company.json' }, /^portal: .*company\.json/],
]

test.each(badSettings)('a start is refused with %s', async (_, env, reason) => {
  await withCopy(template, (dataDir) => refuses(dataDir, reason, env))
})

test('invalid company texts are refused', async () => {
  await withCopy(template, async (dataDir) => {
    const file = join(dataDir, 'company.json')
    for (const text of ['{', '{"nonsense": 1}', '[]']) {
      await writeFile(file, text)
      await refuses(dataDir, /^portal: .*company\.json/, { COMPANY_FILE: file })
    }
  })
})

test('an unknown command prints the help and exits with 1', async () => {
  const dataDir = join(await makeFolder(), 'never')
  const { code, stderr } = await runPortal(['destroy'], { dataDir })
  expect(code).toBe(1)
  expect(stderr).toContain('portal [serve]')
  expect(await stat(dataDir).catch(() => null)).toBeNull()
})
