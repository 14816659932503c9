/** The command line cannot be understood; the message is the form that can. */
export class UsageError extends Error {}

export const help = `portal: the hosting portal

  portal [serve]                 serve on HOST:PORT (default)
  portal admin create --email … --mobile … --password …
  portal migrate                 bring the database to this program's schema
  portal move --to postgres://…  copy everything to PostgreSQL; nothing changes at the source
  portal backup FILE             a consistent copy of the SQLite database, also while it is in use
  portal restore FILE            put a backup in place; the former database is kept beside it
  portal doctor                  settings, and what must hold of the data
  portal audit verify            check the chain of the audit log
  portal openapi                 the REST calls as an OpenAPI 3.1 document
  portal version
  portal --help

Settings are environment variables; README.md lists them.`
