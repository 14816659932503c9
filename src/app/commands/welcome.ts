import { resolve } from 'node:path'
import { hasAdministrator } from '#features/auth/service/users/administrators.ts'
import type { Deps } from '#server/context.ts'
import { embeddedFiles } from '#server/embedded.ts'

/** Quotes a word for a command line (sh). */
const quote = (text: string): string =>
  /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The command with which this program was started. */
const commandOf = ({ DATA_DIR }: Deps['env']): string => {
  const program = embeddedFiles === null ? 'npx bun run portal' : process.execPath
  return DATA_DIR === resolve('data') ? program : `DATA_DIR=${quote(DATA_DIR)} ${program}`
}

/** Instructions after the start: the addresses, the first administrator, and how to stop. */
export async function writeWelcome(deps: Deps, url: string): Promise<string[]> {
  const { env, store, gateway } = deps
  const command = commandOf(env)
  const seconds = (performance.now() / 1_000).toFixed(1)
  const address =
    env.PUBLIC_ORIGIN && env.PUBLIC_ORIGIN !== url ? `${env.PUBLIC_ORIGIN}, listening on ${url}` : url
  const rows: [string, string][] = [
    ['Portal', address],
    ...(gateway.url === null ? [] : [['Sites', env.SITES_ORIGIN ?? gateway.url] as [string, string]]),
    ['Data', env.DATA_DIR],
    ['Stop', `Ctrl-C stops everything; ${command} stop leaves customers' sites up for the next start`],
  ]
  const first = [
    '',
    '  There is no administrator yet. Create one:',
    `  ${command} admin create --email you@example.org --mobile +919876543210 --password 'a long sentence'`,
  ]
  return [
    '',
    `  Ready after ${seconds} s`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(8)}${value}`),
    ...((await hasAdministrator(store)) ? [] : first),
    '',
  ]
}
