import { expect, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { eq, getTableColumns, getTableName } from 'drizzle-orm'
import { makeTestFolder } from '#test/support/folders.ts'
import { asKit, liteKit, pgKit } from '../kit.ts'
import { migrations } from '../migrations/migrations.ts'
import { makeSchema } from './schema.ts'

const root = join(import.meta.dir, '../..')
const schemas = { sqlite: makeSchema(asKit(liteKit)), postgres: makeSchema(pgKit) }
const dialects = [
  ['sqlite', 'sqlite'],
  ['postgres', 'postgresql'],
] as const

test('both dialects have the same tables and columns', () => {
  const shape = (schema: object) =>
    Object.entries(schema).map(([name, table]) => [
      name,
      getTableName(table),
      Object.keys(getTableColumns(table)),
    ])
  expect(shape(schemas.sqlite)).toEqual(shape(schemas.postgres))
})

test('a plain text does not compile where a stored domain is compared or written', () => {
  const { domains, userServices, orders, domainNames } = schemas.sqlite
  const text: string = 'Bücherei.org.'
  const compared = [
    // @ts-expect-error
    eq(domains.domainName, text),
    // @ts-expect-error
    eq(userServices.domain, text),
    // @ts-expect-error
    eq(orders.domain, text),
    // @ts-expect-error
    eq(domainNames.name, text),
  ]
  expect(compared).toHaveLength(4)
  // @ts-expect-error
  const row: typeof domainNames.$inferInsert = { name: text }
  expect(row.name).toBeDefined()
})

test('every planned table exists', () => {
  const tables = new Set<string>(Object.values(schemas.sqlite).map((table) => getTableName(table)))
  const specified =
    `users sessions service_categories pricing_plans user_services orders domains email_accounts databases
    file_manager backups server_metrics projects project_files cloud_providers cloud_instances cloud_storage cloud_databases
    cloud_load_balancers cloud_metrics cloud_costs cloud_functions cloud_containers cloud_cdn cloud_analytics
    cloud_ml_services cloud_api_gateways cloud_messaging cloud_security cloud_monitoring cloud_devops`.split(
      /\s+/,
    )
  expect(specified.filter((name) => !tables.has(name))).toEqual([])
})

test.each(dialects)('the migrations of %s match the schema: run `bun run db:generate`', (engine, dialect) => {
  const folder = join(makeTestFolder(), engine)
  cpSync(join(import.meta.dir, '../migrations', engine), folder, { recursive: true })
  // drizzle-kit reads snapshots of relative folders only.
  const out = relative(root, folder)
  const kit = Bun.spawnSync(
    [
      'bunx',
      '--bun',
      'drizzle-kit',
      'generate',
      '--dialect',
      dialect,
      '--schema',
      `./db/entry/${engine}.cjs`,
      '--casing',
      'snake_case',
      '--out',
      out,
    ],
    { cwd: root, stdin: 'ignore' },
  )
  expect(kit.stdout.toString()).toContain('No schema changes')
})

test.each(dialects)('every migration file of %s is embedded', (engine) => {
  const folder = join(import.meta.dir, '../migrations', engine)
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const onDisk = files.map((file) => ({
    id: file.slice(0, -4),
    sql: readFileSync(join(folder, file), 'utf8'),
  }))
  expect(migrations[engine]).toEqual(onDisk)
})
