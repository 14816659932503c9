import type { EngineNames } from '../../../contract/database-engine.ts'

/** Who may come without further ado: programs of this machine. Whom they reach is a matter of privileges. */
const ownMachine = ['host all all 127.0.0.1/32 scram-sha-256', 'host all all ::1/128 scram-sha-256']

/** The lines of pg_hba.conf that let the addresses in, over TLS; names and addresses have been checked. */
const linesFor = ({ database, user }: EngineNames, allow: readonly string[]): string[] =>
  allow.map((address) => `hostssl "${database}" "${user}" ${address} scram-sha-256`)

const isOf = (line: string, { database, user }: EngineNames): boolean =>
  line.startsWith(`hostssl "${database}" `) || line.includes(`" "${user}" `)

/** pg_hba.conf with exactly these addresses for a database and its user; those of the others stay. */
export function changeAccess(present: string, names: EngineNames, allow: readonly string[]): string {
  const others = present.split('\n').filter((line) => line.startsWith('hostssl ') && !isOf(line, names))
  return `${[...ownMachine, ...others, ...linesFor(names, allow)].join('\n')}\n`
}

/** pg_hba.conf of a server that has no database yet. */
export const firstAccess = `${ownMachine.join('\n')}\n`
