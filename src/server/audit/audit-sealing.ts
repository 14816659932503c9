import { hasSeal, readHead, sealAudit, sealPage } from '#db/audit/seal.ts'
import { second } from '#shared/time.ts'
import type { JobContext } from '../context.ts'
import type { ScheduledTask } from '../jobs/jobs.ts'
import { auditKey } from '../secrets.ts'
import { noteHead, readNotedHead, writeHead } from './audit-head.ts'

type Sealing = Pick<JobContext, 'store' | 'env' | 'log' | 'now' | 'secrets'>

/**
 * Seals every pending entry and records the newest seal in the data folder. If the chain lacks the seal recorded before, that is
 * logged and the old record stays, so that `audit verify` fails until the operator accepts it.
 */
export async function sealAll(ctx: Sealing): Promise<void> {
  const { store, env, log } = ctx
  const before = await readHead(store)
  const [now, key] = [ctx.now(), auditKey(ctx.secrets)]
  while ((await sealAudit(store, { now, key })) === sealPage);
  const head = await readHead(store)
  const isNew = head !== null && head.hash !== before?.hash
  const noted = isNew || head === null ? await readNotedHead(env.DATA_DIR) : null
  if (noted && !(await hasSeal(store, noted)))
    return log.error('audit log broken: a recorded seal is missing', { seal: writeHead(noted) })
  if (isNew) await noteHead(env.DATA_DIR, head)
}

/** Adds new audit entries to the chain of seals. */
export const sealing: ScheduledTask = {
  name: 'audit-seals',
  everyMs: 5 * second,
  run: sealAll,
}
