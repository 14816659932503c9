import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Order, type Person, type TestPortal, until } from '../support/portal.ts'

type Row = Record<string, string | number | null>

const rowsPerList = 50
const longName = (number: number, length = 255) => `${number}-${'w'.repeat(length)}`.slice(0, length)
const longDomain = (number: number) => `${number}.${`${'w'.repeat(55)}.`.repeat(4)}example`
/** A float, since no database integer has that many digits. */
const fortyDigits = 1.5e39
const largest = Number.MAX_SAFE_INTEGER

/** Stores copies of a user’s row, each changed by its number. */
function copyRow(db: Database, table: string, userId: string, change: (number: number) => Row): void {
  const row = db.query<Row, [string]>(`select * from ${table} where user_id = ? limit 1`).get(userId)
  if (!row) throw new Error(`nothing to copy in ${table}`)
  for (let number = 1; number <= rowsPerList; number += 1) {
    const copy = { ...row, id: Bun.randomUUIDv7(), ...change(number) }
    const places = Object.keys(copy).map(() => '?')
    db.query(`insert into ${table} (${Object.keys(copy).join()}) values (${places.join()})`).run(
      ...Object.values(copy),
    )
  }
}

const cloudTables: [table: string, change: (number: number) => Row][] = [
  ['cloud_instances', (number) => ({ name: longName(number), instance_type: longName(number) })],
  ['cloud_storage', (number) => ({ bucket_name: longName(number), object_count: fortyDigits })],
  ['cloud_databases', (number) => ({ name: longName(number), allocated_storage: fortyDigits })],
  ['cloud_functions', (number) => ({ name: longName(number), invocation_count: fortyDigits })],
  ['cloud_containers', (number) => ({ service_name: longName(number), image_uri: longName(number) })],
]

function fillLists(db: Database, userId: string): void {
  for (const [table, change] of cloudTables) copyRow(db, table, userId, change)
  copyRow(db, 'user_services', userId, (number) => ({ domain: longDomain(number), status: 'stopped' }))
  copyRow(db, 'orders', userId, (number) => ({
    domain: longDomain(number),
    status: 'pending',
    amount_paise: largest,
  }))
  copyRow(db, 'file_manager', userId, (number) => ({
    file_name: longName(number),
    file_path: longName(number),
    path_key: longName(number),
    file_size: largest,
  }))
  copyRow(db, 'backups', userId, (number) => ({ file_name: longName(number), file_size: largest }))
  copyRow(db, 'domains', userId, (number) => ({
    domain_name: longDomain(number),
    zone_serial: 4_294_967_295,
  }))
  copyRow(db, 'dns_records', userId, (number) => ({
    name: longName(number, 63),
    type: 'TXT',
    value: longName(number, 2_048),
    value_key: longName(number),
  }))
  copyRow(db, 'subdomains', userId, (number) => ({ name: longName(number, 63), target: longDomain(number) }))
  copyRow(db, 'databases', userId, (number) => ({
    db_name: longName(number, 48),
    db_user: longName(number, 24),
    network_name: longName(number, 56),
    network_user: longName(number, 32),
    size_bytes: largest,
  }))
  copyRow(db, 'projects', userId, (number) => ({ name: longName(number, 100) }))
  copyRow(db, 'project_files', userId, (number) => ({ name: longName(number) }))
}

/** Fills every kind of list; answers the domain id. */
async function makeOneOfEach(
  portal: TestPortal,
  person: Person,
  order: Order,
): Promise<{ domainId: string }> {
  const { serviceId } = order
  await portal.upload(person, order, 'file.txt')
  await person.call('/api/cloud/create-resource', { action: 'seed-sample-data' })
  const { id: projectId } = await person.call<{ id: string }>('/api/projects', { name: 'Shop' })
  await person.call('/api/projects/files', { projectId, name: 'index.html', type: 'html' })
  await person.call('/api/backups', { serviceId, backupType: 'full' })
  await until(async () => {
    const backups = await person.call<{ status: string }[]>('/api/backups')
    return backups.some(({ status }) => status === 'completed')
  })
  const names = { dbName: 'kept', dbUser: 'clerk', dbPassword: 'a long enough password' }
  await person.call('/api/databases', { serviceId, ...names, dbType: 'mongodb' })
  const { id } = await person.call<{ id: string }>('/api/domains/register', { name: 'w'.repeat(63) })
  return { domainId: id }
}

/** A customer whose lists are full of the longest names and largest figures. */
export async function makeCrowd(
  portal: TestPortal,
): Promise<{ crowd: Person; crowdOrder: Order; crowdDomain: string }> {
  const crowd = await portal.customer({ firstName: 'W'.repeat(80), lastName: 'W'.repeat(80) })
  const crowdOrder = await portal.order(crowd, longDomain(0), 'Premium')
  await portal.activate(crowd, crowdOrder)
  const { domainId } = await makeOneOfEach(portal, crowd, crowdOrder)
  const db = new Database(join(portal.server.dataDir, 'portal.db'))
  try {
    db.run('pragma busy_timeout = 5000')
    const user = db.query<{ id: string }, [string]>('select id from users where email = ?').get(crowd.email)
    // Locks out other writers from the start: a write in between would make it fail.
    db.transaction(() => fillLists(db, user?.id ?? '')).immediate()
  } finally {
    db.close()
  }
  return { crowd, crowdOrder, crowdDomain: domainId }
}
