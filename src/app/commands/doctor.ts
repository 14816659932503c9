import { engineOf } from '#db/engine.ts'
import { readInstallation } from '#db/installation.ts'
import type { Store } from '#db/types.ts'
import { listQuarantine, quarantineDays, sizeOf } from '#features/files/storage/quarantine.ts'
import { readCompany } from '#server/company.ts'
import type { Invariant } from '#server/feature.ts'
import { isKeyOf, openAsIs, readFolderId } from '#server/installation.ts'
import { createSealer, readKey, type Sealer } from '#server/secrets.ts'
import type { Env } from '#server/settings.ts'
import { findIsolation } from '#server/system/programs/isolation.ts'
import { isLoopback } from '#shared/address.ts'
import { complainOfSamples } from '#shared/company.ts'
import { complainOfSupplier } from '#shared/money/company-billing.ts'
import { countText } from '#shared/text/count-text.ts'
import { features } from '../features.ts'

/** The data invariants of all features. */
export const invariants: readonly Invariant[] = features.flatMap((feature) =>
  'invariants' in feature ? feature.invariants : [],
)

type Finding = { name: string; problems: string[] }

function printFinding({ name, problems }: Finding): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'BROKEN'}       ${name}`)
  for (const problem of problems) console.log(`                 ${problem}`)
}

/** Whether the database, the data folder and the key belong together. */
async function checkInstallation(
  env: Env,
  store: Store,
): Promise<{ finding: Finding; secrets: Sealer | null }> {
  const problems: string[] = []
  const [known, folderId] = [await readInstallation(store), readFolderId(env.DATA_DIR)]
  if (known?.id !== (folderId ?? undefined))
    problems.push(
      `the database belongs to ${known?.id ?? 'none yet'}, the folder to ${folderId ?? 'none yet'}`,
    )
  const key = await readKey(env.SECRET_KEY_FILE, false).catch((error: Error) => error)
  const secrets = key instanceof Error ? null : createSealer(key)
  if (key instanceof Error) problems.push(key.message)
  else if (secrets && !(await isKeyOf(store, secrets)))
    problems.push(`${env.SECRET_KEY_FILE} is not the key that sealed this data`)
  const name = 'database, data folder and key belong to one installation'
  return { finding: { name, problems }, secrets }
}

const listedAtMost = 20

/** Files unknown to the database, which the portal has quarantined; not an error, but worth a look. */
async function printQuarantine(dataDir: string): Promise<void> {
  const held = await listQuarantine(dataDir)
  if (held.length === 0) return
  console.log(
    `quarantine   ${countText(held.length, 'entry', 'entries')} without a row, deleted after ${countText(quarantineDays, 'day')}:`,
  )
  for (const { since, path, at } of held.slice(0, listedAtMost))
    console.log(`                 since ${since}  ${path}  (${countText(await sizeOf(at), 'byte')})`)
  if (held.length > listedAtMost) console.log(`                 and ${held.length - listedAtMost} more`)
}

/** Prints how many rows violate an invariant, and which, if it can list them. */
export async function printInvariant(store: Store, { name, list }: Invariant, rows: number): Promise<void> {
  console.log(`${rows === 0 ? 'ok    ' : 'BROKEN'}       ${name}${rows === 0 ? '' : ` (${rows})`}`)
  if (rows === 0 || !list) return
  const lines = await list(store)
  for (const line of lines.slice(0, listedAtMost)) console.log(`                 ${line}`)
  if (lines.length > listedAtMost) console.log(`                 and ${lines.length - listedAtMost} more`)
}

async function describeIsolation(): Promise<string> {
  const isolation = await findIsolation()
  return isolation ? `, isolated by ${isolation.name}` : ', not isolated from one another: install bubblewrap'
}

/**
 * `doctor`: checks the settings, every page of the database and every invariant, and lists the quarantine; exits with 1 on any
 * problem.
 */
export async function doctor(env: Env): Promise<void> {
  console.log(`data folder  ${env.DATA_DIR}`)
  console.log(`engine       ${env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}`)
  console.log(`mail         ${env.SMTP_URL ? 'SMTP' : 'files in outbox/'}`)
  const isolation = env.SERVER_DRIVER === 'off' ? '' : await describeIsolation()
  console.log(`web servers  ${env.SERVER_DRIVER}${isolation}`)
  if (isLoopback(env.SERVER_IP))
    console.log(
      `warning      services get ${env.SERVER_IP}, which is reachable only from this machine: set SERVER_IP`,
    )
  const company = await readCompany(env.COMPANY_FILE)
  for (const complaint of [complainOfSamples(company), complainOfSupplier(company.billing)])
    if (complaint) console.log(`warning      ${complaint}`)
  const store = await openAsIs(env)
  try {
    const name = env.DATABASE_URL ? 'every row can be read' : 'every page of the database is intact'
    const damage = { name, problems: await engineOf(store).findDamage() }
    printFinding(damage)
    // The rows of a damaged database prove nothing.
    if (damage.problems.length > 0) throw new Error('the database is damaged: restore a backup')
    const { finding, secrets } = await checkInstallation(env, store)
    printFinding(finding)
    let broken = finding.problems.length > 0 ? 1 : 0
    for (const invariant of invariants) {
      const rows = await invariant.count(store, env.DATA_DIR, secrets)
      if (rows > 0) broken += 1
      await printInvariant(store, invariant, rows)
    }
    await printQuarantine(env.DATA_DIR)
    if (broken > 0) throw new Error(`${countText(broken, 'invariant is', 'invariants are')} broken`)
  } finally {
    await store.close()
  }
}
