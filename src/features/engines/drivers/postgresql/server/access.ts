import type { EngineNames } from '../../../contract/database-engine.ts'

/** Local connections are allowed; privileges decide which databases they reach. */
const ownMachine = ['host all all 127.0.0.1/32 scram-sha-256', 'host all all ::1/128 scram-sha-256']

/** Lines of pg_hba.conf that allow the addresses over TLS; names and addresses are already validated. */
const linesFor = ({ database, user }: EngineNames, allow: readonly string[]): string[] =>
  allow.map((address) => `hostssl "${database}" "${user}" ${address} scram-sha-256`)

const isOf = (line: string, { database, user }: EngineNames): boolean =>
  line.startsWith(`hostssl "${database}" `) || line.includes(`" "${user}" `)

/** pg_hba.conf with exactly these addresses for a database and its user; other databases keep theirs. */
export function changeAccess(present: string, names: EngineNames, allow: readonly string[]): string {
  const others = present.split('\n').filter((line) => line.startsWith('hostssl ') && !isOf(line, names))
  return `${[...ownMachine, ...others, ...linesFor(names, allow)].join('\n')}\n`
}

/** pg_hba.conf of a server without databases. */
export const firstAccess = `${ownMachine.join('\n')}\n`
