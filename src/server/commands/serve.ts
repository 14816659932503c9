import type { Env } from '#env'
import { startGateway } from '#features/servers/gateway/gateway.ts'
import { type Supervisor, startSupervisor } from '#features/servers/supervisor/supervise.ts'
import { clientAddress } from '#shared/address.ts'
import { type Client, createApp, type Portal } from '../app.ts'
import { openClient } from '../client.ts'
import { idleSecondsOf } from '../idle-time.ts'
import { startWorker, type Worker } from '../jobs.ts'
import { describeFailure } from '../log.ts'
import { type OpenPortal, openPortal } from '../portal.ts'
import { lanes } from '../router.ts'

// Together the ten seconds that a request in flight is given; in the first half whoever asks still hears "not ready".
const openGraceMs = 5_000
const closedGraceMs = 5_000
const pauseMs = 20
// Each door has a limit of its own; the one for uploads is what the plan leaves, and streams to disk.
const maxRequestBytes = 1_024 ** 4
type Listener = { url: string; isIdle(): boolean; stop(isForced: boolean): Promise<void> }

/** @throws Error with one line when the port cannot be had */
function listen(env: Env, portal: Portal): Listener {
  try {
    const server = Bun.serve({
      hostname: env.HOST,
      port: env.PORT === 'auto' ? 0 : env.PORT,
      maxRequestBodySize: maxRequestBytes,
      fetch(request, server) {
        const addressOf = () => {
          const peer = server.requestIP(request)?.address ?? ''
          return clientAddress(peer, request.headers.get('x-forwarded-for'), env.TRUSTED_PROXIES)
        }
        const idleSeconds = idleSecondsOf(request)
        if (idleSeconds !== null) server.timeout(request, idleSeconds)
        return portal.fetch(request, addressOf)
      },
    })
    return {
      url: `http://${env.HOST}:${server.port}`,
      isIdle: () => server.pendingRequests === 0,
      stop: (isForced) => server.stop(isForced),
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      throw new Error(`port ${env.PORT} on ${env.HOST} is taken; set PORT to another one, or to auto`)
    throw error
  }
}

type Running = {
  open: OpenPortal
  portal: Portal
  workers: Worker[]
  listeners: Listener[]
  supervisor: Supervisor | null
}

/** Ends the requests in flight: who asks anew hears "not ready", and then nobody is let in. */
async function drain(listeners: Listener[]): Promise<void> {
  const isIdle = () => listeners.every((listener) => listener.isIdle())
  const stopAll = (isForced: boolean) => Promise.all(listeners.map((listener) => listener.stop(isForced)))
  for (let waited = 0; waited < openGraceMs && !isIdle(); waited += pauseMs) await Bun.sleep(pauseMs)
  await Promise.race([stopAll(false), Bun.sleep(closedGraceMs)])
  await stopAll(true)
}

/** Not ready, then the requests and the work in hand (at most 10 s), the web servers, then the store. */
async function shutDown({ open, portal, workers, listeners, supervisor }: Running): Promise<void> {
  portal.counters.isDraining = true
  await open.deps.events.close()
  const graceMs = openGraceMs + closedGraceMs
  await Promise.all([drain(listeners), ...workers.map((worker) => worker.stop(graceMs))])
  await supervisor?.stop()
  await open.close()
}

/** The portal and the gateway to its customers' sites, both or neither. */
async function listenAll({ deps }: OpenPortal, portal: Portal) {
  const listener = listen(deps.env, portal)
  const gateway = await startGateway(deps).catch(async (error) => {
    await listener.stop(true)
    throw error
  })
  return [listener, gateway] as const
}

/** Serves the portal until SIGTERM or SIGINT, then ends with 0; a second signal ends it at once. */
export async function serve(env: Env): Promise<void> {
  const open = await openPortal(env, { lock: true })
  const client: Client = await openClient()
  const portal = createApp(open.deps, client)
  const [listener, gateway] = await listenAll(open, portal).catch(async (error) => {
    await open.close()
    throw error
  })
  open.setOrigin(listener.url)
  open.setSitesOrigin(gateway?.url ?? null)
  const supervisor = env.SERVER_DRIVER === 'off' ? null : startSupervisor(open.deps)
  const workers = lanes.map((lane) => startWorker(open.deps, lane))
  open.deps.log.info('listening', {
    url: listener.url,
    sites: gateway?.url ?? null,
    version: open.deps.version,
  })
  const listeners = gateway ? [listener, gateway] : [listener]
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    shutDown({ open, portal, workers, listeners, supervisor }).then(
      () => process.exit(0),
      (error) => {
        open.deps.log.error('shutdown failed', describeFailure(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
