/** The command line is invalid; the message is the valid form. */
export class UsageError extends Error {}

export const help = `portal: the hosting portal

  portal [serve]                 serve on HOST:PORT (default)
  portal stop                    end the portal of DATA_DIR; customers' sites stay up for HANDOVER_SECONDS, for the next one
  portal stop --all              end everything of it, customers' sites and databases too
  portal admin create --email … --mobile … --password …
  portal admin two-factor-off --email …
                                 somebody who lost their second factor signs in by the password alone
  portal migrate                 bring the database to this program's schema
  portal adopt                   a database and a data folder that were parted belong together again
  portal move --to postgres://…  copy everything to PostgreSQL; nothing changes at the source
  portal backup FILE             files, archives, key and database of one moment, also while it is in use
  portal backup --database-only FILE
                                 the rows alone, as a SQLite database
  portal restore FILE            a whole backup into an empty folder, or a database in place of the present one
  portal doctor                  settings, and what must hold of the data
  portal audit verify            check the chain of the audit log, and print its newest seal
    [--head NUMBER:HASH …]         … which must hold the seals noted elsewhere
  portal audit accept            take the chain as it is, after an older database was put in place
  portal openapi                 the REST calls as an OpenAPI 3.1 document
  portal version
  portal --help

Settings are environment variables; README.md lists them.`
