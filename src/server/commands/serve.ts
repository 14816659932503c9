import type { Env } from '#env'
import { openGateway, type RunningGateway } from '#features/servers/gateway/open-gateway.ts'
import { createOnDemand, type OnDemand } from '#features/servers/supervisor/on-demand.ts'
import { type Supervisor, startSupervisor } from '#features/servers/supervisor/supervise.ts'
import { clientAddress } from '#shared/address.ts'
import { describeListenFailure } from '#shared/listen-failure.ts'
import { type Client, createApp, type Portal } from '../app.ts'
import { openClient } from '../client.ts'
import { watchLoop } from '../event-loop.ts'
import { idleSecondsOf } from '../idle-time.ts'
import { startWorker, type Worker } from '../jobs.ts'
import { describeFailure } from '../log.ts'
import { type OpenPortal, openPortal } from '../portal.ts'
import { withReadableHost } from '../request-host.ts'
import { lanes } from '../router.ts'
import { findGatewayProgram } from '../site-program.ts'
import { onStopSignal } from '../stop-signals.ts'

// Together the ten seconds that a request in flight is given; in the first half whoever asks still hears "not ready".
const openGraceMs = 5_000
const closedGraceMs = 5_000
const pauseMs = 20
// Each door has a limit of its own; the one for uploads is what the plan leaves, and streams to disk.
const maxRequestBytes = 1_024 ** 4
type Listener = { url: string; isIdle(): boolean; stop(isForced: boolean): Promise<void> }

/**
 * The portal answers on HOST and PORT; a request whose address can be read two ways does not reach it.
 * @throws Error with one line when the port cannot be had
 */
export function listen(
  env: Pick<Env, 'HOST' | 'PORT' | 'TRUSTED_PROXIES'>,
  portal: Pick<Portal, 'fetch' | 'answerLost'>,
): Listener {
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
        const readable = withReadableHost(request, server.url.origin)
        if (readable instanceof Response) return readable
        const idleSeconds = idleSecondsOf(readable)
        if (idleSeconds !== null) server.timeout(request, idleSeconds)
        return portal.fetch(readable, addressOf)
      },
      error: portal.answerLost,
    })
    return {
      url: `http://${env.HOST}:${server.port}`,
      isIdle: () => server.pendingRequests === 0,
      stop: (isForced) => server.stop(isForced),
    }
  } catch (error) {
    const at = { host: env.HOST, port: env.PORT, setting: 'PORT', orElse: 'or to auto' }
    throw new Error(describeListenFailure(error, at))
  }
}

type Running = {
  open: OpenPortal
  portal: Portal
  workers: Worker[]
  listener: Listener
  gateway: RunningGateway | null
  supervisor: Supervisor | null
}

/** Ends the requests in flight: who asks anew hears "not ready", and then nobody is let in. */
async function drain(listener: Listener): Promise<void> {
  for (let waited = 0; waited < openGraceMs && !listener.isIdle(); waited += pauseMs) await Bun.sleep(pauseMs)
  await Promise.race([listener.stop(false), Bun.sleep(closedGraceMs)])
  await listener.stop(true)
}

/** Not ready, then the requests and the work in hand (at most 10 s), the web servers, then the store. */
async function shutDown({ open, portal, workers, listener, gateway, supervisor }: Running): Promise<void> {
  portal.counters.isDraining = true
  await open.deps.events.close()
  const graceMs = openGraceMs + closedGraceMs
  const stopWorkers = workers.map((worker) => worker.stop(graceMs))
  await Promise.all([drain(listener), gateway?.stop(graceMs), ...stopWorkers])
  await supervisor?.stop()
  await open.close()
}

/** The portal and the gateway to its customers' sites, both or neither. */
async function listenAll(open: OpenPortal, portal: Portal, { findProcess }: OnDemand) {
  const { deps } = open
  const listener = listen(deps.env, portal)
  open.setOrigin(listener.url)
  const gateway = await openGateway(deps, {
    program: () => findGatewayProgram(deps.env.RUN_DIR),
    findProcess,
  }).catch(async (error) => {
    await listener.stop(true)
    throw error
  })
  open.setSitesOrigin(gateway?.url ?? null)
  return [listener, gateway] as const
}

/** Serves the portal until SIGTERM or SIGINT, then ends with 0. */
export async function serve(env: Env): Promise<void> {
  const open = await openPortal(env, { lock: true })
  const client: Client = await openClient()
  const portal = createApp(open.deps, client, watchLoop())
  const onDemand = createOnDemand(open.deps)
  const [listener, gateway] = await listenAll(open, portal, onDemand).catch(async (error) => {
    await open.close()
    throw error
  })
  const supervisor = env.SERVER_DRIVER === 'off' ? null : startSupervisor(open.deps, { onDemand })
  const workers = lanes.map((lane) => startWorker(open.deps, lane))
  open.deps.log.info('listening', {
    url: listener.url,
    sites: gateway?.url ?? null,
    version: open.deps.version,
  })
  let ending: Promise<void> | null = null
  const end = (code: number) => {
    ending ??= shutDown({ open, portal, workers, listener, gateway, supervisor }).then(
      () => process.exit(code),
      (error) => {
        open.deps.log.error('shutdown failed', describeFailure(error))
        process.exit(1)
      },
    )
    return ending
  }
  onStopSignal(() => end(0), { graceMs: openGraceMs + closedGraceMs })
  open.deps.node.onLost((why) => {
    open.deps.log.error(`${why}; this one ends`)
    void end(1)
  })
}
