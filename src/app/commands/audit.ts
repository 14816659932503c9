import { parseArgs } from 'node:util'
import { appendAudit } from '#db/audit/audit.ts'
import { type ChainHead, readHead } from '#db/audit/seal.ts'
import { verifyAudit } from '#db/audit/verify.ts'
import type { Store } from '#db/types.ts'
import { forgetHead, noteHead, parseHead, readNotedHead, writeHead } from '#server/audit/audit-head.ts'
import { assertOpenable, openAsIs } from '#server/installation.ts'
import { auditKey, createSealer, readKey } from '#server/secrets.ts'
import type { Env } from '#server/settings.ts'
import { countText } from '#shared/text/count-text.ts'
import { UsageError } from './usage.ts'

const auditForms = 'portal audit verify [--head NUMBER:HASH …], or portal audit accept'

/** The heads given on the command line. @throws UsageError when one is invalid */
const readHeads = (texts: string[]): ChainHead[] =>
  texts.map((text) => {
    const head = parseHead(text)
    if (head === null) throw new UsageError(auditForms)
    return head
  })

/** Records the current chain in this data folder; an audit entry states so, with the head recorded before. */
async function acceptChain(env: Env, store: Store): Promise<void> {
  const known = await readNotedHead(env.DATA_DIR).catch(() => null)
  await store.tx((tx) =>
    appendAudit(tx, {
      at: new Date(),
      actorId: null,
      actorEmail: 'portal',
      action: 'audit.accept',
      targetType: 'audit',
      targetId: null,
      note: known ? `recorded before: ${writeHead(known)}` : null,
    }),
  )
  const head = await readHead(store)
  if (head) await noteHead(env.DATA_DIR, head)
  else await forgetHead(env.DATA_DIR)
  console.log(head ? `Accepted. Head: ${writeHead(head)}` : 'Accepted: nothing is sealed yet.')
}

/** @throws Error with the problem when the chain is broken, or lacks a recorded or given head */
async function verifyChain(env: Env, store: Store, givenHeads: ChainHead[]): Promise<void> {
  const noted = await readNotedHead(env.DATA_DIR)
  const key = auditKey(createSealer(await readKey(env.SECRET_KEY_FILE, false)))
  const known = noted ? [noted, ...givenHeads] : givenHeads
  const verdict = await verifyAudit(store, { key, now: new Date(), known })
  if (!verdict.ok) throw new Error(verdict.problem)
  console.log(
    `${countText(verdict.entries, 'entry', 'entries')} in ${countText(verdict.seals, 'seal')}: intact.`,
  )
  if (verdict.head) console.log(`Head: ${writeHead(verdict.head)}`)
}

/**
 * `audit verify`: exits with 1 and the problem when an entry was changed, removed or inserted, else prints the head of the chain.
 * `audit accept`: after restoring an older database, verifies its chain from now on.
 */
export async function audit(env: Env, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { head: { type: 'string', multiple: true, default: [] } },
  })
  const [verb] = positionals
  if (verb !== 'verify' && verb !== 'accept') throw new UsageError(auditForms)
  const givenHeads = readHeads(values.head)
  await assertOpenable(env)
  const store = await openAsIs(env)
  try {
    await (verb === 'accept' ? acceptChain(env, store) : verifyChain(env, store, givenHeads))
  } finally {
    await store.close()
  }
}
