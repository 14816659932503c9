import type { SQL } from 'bun'

/**
 * Tables of the current schema that cannot be read from end to end, with the server's code. PostgreSQL takes a page that
 * a disk returned as zeros for a new, empty one, and indexes are not compared with their tables: `pg_amcheck` does that.
 */
export async function findUnreadable(client: SQL): Promise<string[]> {
  const tables = (await client.unsafe(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  )) as { name: string }[]
  const problems: string[] = []
  for (const { name } of tables) {
    const quoted = `"${name.replaceAll('"', '""')}"`
    // The text of a row includes every column, even those stored out of line.
    await client
      .unsafe(`select sum(length(t::text)) from ${quoted} t`)
      .catch((error: { errno?: unknown }) => {
        problems.push(`table ${name} cannot be read (${String(error.errno ?? 'no answer')})`)
      })
  }
  return problems
}
