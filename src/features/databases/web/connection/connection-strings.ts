import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import type { Database } from '../../contract/contract.ts'

/** Placeholder for the password, which cannot be read back. */
export const passwordPlaceholder = 'YOUR_PASSWORD'

/** Connection settings for a client or framework: one line to run, or lines for a file. */
export type ConnectionString = { name: string; text: string }

type ConnectionSettings = { host: string; port: number; database: string; username: string }

const schemes: Record<DatabaseType, string> = {
  mysql: 'mysql',
  postgresql: 'postgresql',
  mongodb: 'mongodb',
}

/** A URI has IPv6 addresses in brackets. */
const hostIn = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const uri = (
  type: DatabaseType,
  { host, port, database, username }: ConnectionSettings,
  password = passwordPlaceholder,
): string =>
  `${schemes[type]}://${username}:${password}@${hostIn(host)}:${port}/${database}${type === 'mongodb' ? `?authSource=${database}` : ''}`

const pdo = (driver: string, { host, port, database, username }: ConnectionSettings, more = ''): string =>
  `new PDO('${driver}:host=${host};port=${port};dbname=${database}${more}', '${username}', '${passwordPlaceholder}');`

const django = (engine: string, { host, port, database, username }: ConnectionSettings): string =>
  `DATABASES = {
    'default': {
        'ENGINE': 'django.db.backends.${engine}',
        'NAME': '${database}',
        'USER': '${username}',
        'PASSWORD': '${passwordPlaceholder}',
        'HOST': '${host}',
        'PORT': '${port}',
    }
}`

const laravel = (driver: string, { host, port, database, username }: ConnectionSettings): string =>
  `DB_CONNECTION=${driver}
DB_HOST=${host}
DB_PORT=${port}
DB_DATABASE=${database}
DB_USERNAME=${username}
DB_PASSWORD='${passwordPlaceholder}'`

const byType: Record<DatabaseType, (settings: ConnectionSettings) => ConnectionString[]> = {
  mysql: (settings) => [
    {
      name: 'mysql',
      text: `mysql --host=${settings.host} --port=${settings.port} --user=${settings.username} --password ${settings.database}`,
    },
    { name: 'URI', text: uri('mysql', settings) },
    { name: 'PHP (PDO)', text: pdo('mysql', settings, ';charset=utf8mb4') },
    { name: 'Node.js (mysql2)', text: `await mysql.createConnection('${uri('mysql', settings)}')` },
    { name: 'Django', text: django('mysql', settings) },
    { name: 'Laravel .env', text: laravel('mysql', settings) },
  ],
  postgresql: (settings) => [
    {
      name: 'psql',
      text: `psql --host=${settings.host} --port=${settings.port} --username=${settings.username} --dbname=${settings.database}`,
    },
    { name: 'URI', text: uri('postgresql', settings) },
    { name: 'PHP (PDO)', text: pdo('pgsql', settings) },
    { name: 'Node.js (pg)', text: `new pg.Client('${uri('postgresql', settings)}')` },
    { name: 'Django', text: django('postgresql', settings) },
    { name: 'Laravel .env', text: laravel('pgsql', settings) },
  ],
  mongodb: (settings) => [
    {
      name: 'mongosh',
      text: `mongosh --host ${settings.host} --port ${settings.port} --username ${settings.username} --authenticationDatabase ${settings.database} ${settings.database}`,
    },
    { name: 'URI', text: uri('mongodb', settings) },
    { name: 'Node.js (mongodb)', text: `new MongoClient('${uri('mongodb', settings)}')` },
    { name: 'Python (PyMongo)', text: `MongoClient('${uri('mongodb', settings)}')` },
  ],
}

type Connected = Pick<Database, 'dbType' | 'connection'>

/** Values to connect with; null while the engine has not run once. */
const settingsOf = ({ connection: { host, port, ...names } }: Connected): ConnectionSettings | null =>
  host === null || port === null ? null : { host, port, ...names }

/** Connection strings for clients and frameworks, the command line first; empty while the engine has not run once. */
export function connectionStrings(database: Connected): ConnectionString[] {
  const settings = settingsOf(database)
  return settings ? byType[database.dbType](settings) : []
}

/** The URI that most frameworks accept, with the password if known; null while the engine has not run once. */
export function connectionUri(database: Connected, password?: string): string | null {
  const settings = settingsOf(database)
  return settings && uri(database.dbType, settings, password && encodeURIComponent(password))
}
