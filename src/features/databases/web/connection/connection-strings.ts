import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import type { Database } from '../../contract/contract.ts'

/** Placeholder for the password, which cannot be read back. */
export const passwordPlace = 'YOUR_PASSWORD'

/** Connection settings for a client or framework: one line to run, or lines for a file. */
export type ConnectionString = { name: string; text: string }

type Known = { host: string; port: number; database: string; username: string }

const schemes: Record<DatabaseType, string> = {
  mysql: 'mysql',
  postgresql: 'postgresql',
  mongodb: 'mongodb',
}

/** A URI has IPv6 addresses in brackets. */
const hostIn = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const uri = (
  type: DatabaseType,
  { host, port, database, username }: Known,
  password = passwordPlace,
): string =>
  `${schemes[type]}://${username}:${password}@${hostIn(host)}:${port}/${database}${type === 'mongodb' ? `?authSource=${database}` : ''}`

const pdo = (driver: string, { host, port, database, username }: Known, more = ''): string =>
  `new PDO('${driver}:host=${host};port=${port};dbname=${database}${more}', '${username}', '${passwordPlace}');`

const django = (engine: string, { host, port, database, username }: Known): string =>
  `DATABASES = {
    'default': {
        'ENGINE': 'django.db.backends.${engine}',
        'NAME': '${database}',
        'USER': '${username}',
        'PASSWORD': '${passwordPlace}',
        'HOST': '${host}',
        'PORT': '${port}',
    }
}`

const laravel = (driver: string, { host, port, database, username }: Known): string =>
  `DB_CONNECTION=${driver}
DB_HOST=${host}
DB_PORT=${port}
DB_DATABASE=${database}
DB_USERNAME=${username}
DB_PASSWORD='${passwordPlace}'`

const byType: Record<DatabaseType, (known: Known) => ConnectionString[]> = {
  mysql: (known) => [
    {
      name: 'mysql',
      text: `mysql --host=${known.host} --port=${known.port} --user=${known.username} --password ${known.database}`,
    },
    { name: 'URI', text: uri('mysql', known) },
    { name: 'PHP (PDO)', text: pdo('mysql', known, ';charset=utf8mb4') },
    { name: 'Node.js (mysql2)', text: `await mysql.createConnection('${uri('mysql', known)}')` },
    { name: 'Django', text: django('mysql', known) },
    { name: 'Laravel .env', text: laravel('mysql', known) },
  ],
  postgresql: (known) => [
    {
      name: 'psql',
      text: `psql --host=${known.host} --port=${known.port} --username=${known.username} --dbname=${known.database}`,
    },
    { name: 'URI', text: uri('postgresql', known) },
    { name: 'PHP (PDO)', text: pdo('pgsql', known) },
    { name: 'Node.js (pg)', text: `new pg.Client('${uri('postgresql', known)}')` },
    { name: 'Django', text: django('postgresql', known) },
    { name: 'Laravel .env', text: laravel('pgsql', known) },
  ],
  mongodb: (known) => [
    {
      name: 'mongosh',
      text: `mongosh --host ${known.host} --port ${known.port} --username ${known.username} --authenticationDatabase ${known.database} ${known.database}`,
    },
    { name: 'URI', text: uri('mongodb', known) },
    { name: 'Node.js (mongodb)', text: `new MongoClient('${uri('mongodb', known)}')` },
    { name: 'Python (PyMongo)', text: `MongoClient('${uri('mongodb', known)}')` },
  ],
}

type Connected = Pick<Database, 'dbType' | 'connection'>

/** Values to connect with; null while the engine has not run once. */
const knownOf = ({ connection: { host, port, ...names } }: Connected): Known | null =>
  host === null || port === null ? null : { host, port, ...names }

/** Connection strings for clients and frameworks, the command line first; empty while the engine has not run once. */
export function connectionStrings(database: Connected): ConnectionString[] {
  const known = knownOf(database)
  return known ? byType[database.dbType](known) : []
}

/** The URI that most frameworks accept, with the password if known; null while the engine has not run once. */
export function connectionUri(database: Connected, password?: string): string | null {
  const known = knownOf(database)
  return known && uri(database.dbType, known, password && encodeURIComponent(password))
}
