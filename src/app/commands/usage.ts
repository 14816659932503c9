/** The command line is invalid; the message shows the valid form. */
export class UsageError extends Error {}

export const help = `portal: the hosting portal

  portal [serve]                 serve on HOST:PORT (default)
  portal stop                    stop the portal of DATA_DIR; customers' sites stay up for HANDOVER_SECONDS
  portal stop --all              stop it with customers' sites and databases
  portal admin create --email … --mobile … --password …
  portal admin two-factor-off --email …
                                 let a user who lost their second factor sign in with the password alone
  portal migrate                 update the database schema to this version
  portal adopt                   pair a database and a data folder that were separated
  portal move --to postgres://…  copy all data to PostgreSQL; the source stays unchanged
  portal backup FILE             files, archives, key and database, consistent even while in use
  portal backup --database-only FILE
                                 only the rows, as a SQLite database
  portal restore FILE            a complete backup into an empty folder, or replace the database
  portal doctor                  check the settings and the consistency of the data
  portal audit verify            check the chain of the audit log and print its newest seal
    [--head NUMBER:HASH …]       fail unless the chain contains these seals
  portal audit accept            accept the current chain after restoring an older database
  portal openapi                 print the REST API as an OpenAPI 3.1 document
  portal version
  portal --help

Settings are environment variables; docs/settings.md lists them.`
