import { hashTree } from '#test/support/backups.ts'
import { call } from './journey.ts'
import { type SharedStage, siteOf } from './shared-stage.ts'

export type Restores = { stop(): Promise<{ count: number; faults: string[] }> }

const fileCount = 40

async function fill(stage: SharedStage, serviceId: string): Promise<void> {
  for (let i = 0; i < fileCount; i += 1) {
    const body = new FormData()
    body.append('serviceId', serviceId)
    body.append('file', new File([`page ${i} `.repeat(500)], `page-${i}.html`))
    const headers = { cookie: stage.cookie }
    const answer = await fetch(`${stage.anyNode().url}/api/files`, { method: 'POST', body, headers })
    if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`)
  }
}

const statusOf = async (stage: SharedStage, id: string): Promise<unknown> =>
  (await stage.query(`select status from backups where id = '${id}'`))[0]?.status

/** Restores the same backup of a service repeatedly; despite any kills, its tree stays the same. */
export async function startRestores(stage: SharedStage, serviceId: string): Promise<Restores> {
  await fill(stage, serviceId)
  const json = { serviceId, backupType: 'files' }
  const answer = await call(`${stage.anyNode().url}/api/backups`, { cookie: stage.cookie, json })
  const { id } = (await answer.json()) as { id: string }
  while ((await statusOf(stage, id)) !== 'completed') await Bun.sleep(50)
  const tree = hashTree(siteOf(stage, serviceId))
  let isStopped = false
  let count = 0
  const restore = async () => {
    const path = `${stage.anyNode().url}/api/backups/${id}/restore`
    const begun = await call(path, { cookie: stage.cookie, json: {} }).catch(() => null)
    await begun?.arrayBuffer().catch(() => {})
    if (begun?.status === 202) count += 1
  }
  const running = (async () => {
    while (!isStopped) {
      await restore()
      await Bun.sleep(300)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      const isBusy = async () =>
        (await stage.query(`select busy from user_services where id = '${serviceId}'`))[0]?.busy !== null
      for (let tries = 0; tries < 300 && (await isBusy()); tries += 1) await Bun.sleep(100)
      const faults = (await isBusy()) ? ['a restore has not ended'] : []
      if (hashTree(siteOf(stage, serviceId)) !== tree) faults.push('the restored tree differs')
      return { count, faults }
    },
  }
}
