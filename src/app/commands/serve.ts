import http from 'node:http'
import { watchLoop } from '#server/event-loop.ts'
import type { Running } from '#server/feature.ts'
import { clientFolder, openClient } from '#server/http/client.ts'
import { withReadableHost } from '#server/http/request-host.ts'
import { forwardedOrigin } from '#server/http/visited-origin.ts'
import { startWorker, type Worker } from '#server/jobs/jobs.ts'
import { describeFailure } from '#server/log.ts'
import type { Env } from '#server/settings.ts'
import { onStopSignal } from '#server/stop-signals.ts'
import { listenAt } from '#server/system/listen-at.ts'
import { clientAddress } from '#shared/address.ts'
import { type Client, createApp, type Portal } from '../app.ts'
import { idleSecondsOf } from '../http-routes.ts'
import { type OpenPortal, openPortal } from '../portal.ts'
import { allWork } from '../router.ts'

// Together the ten seconds that a request in flight gets; in the first half new callers still hear "not ready".
const openGraceMs = 5_000
const closedGraceMs = 5_000
const pauseMs = 20
// Each route has its own limit; that of uploads is the remaining quota of the plan, and they are streamed to disk.
const maxRequestBytes = 1_024 ** 4
// A longer head is refused without a word by the listener itself: what an address may hold, the portal says.
const maxHeadBytes = 64 * 1_024

type Listener = { url: string; isIdle(): boolean; stop(isForced: boolean): Promise<void> }

/**
 * The portal answers on HOST and PORT; a request with an ambiguous address does not reach it.
 * @throws Error with one line when it cannot listen there
 */
export async function listen(
  env: Pick<Env, 'HOST' | 'PORT' | 'TRUSTED_PROXIES'>,
  portal: Pick<Portal, 'fetch' | 'answerLost'>,
): Promise<Listener> {
  // Bun has no option for it; its types call the property read-only.
  Object.assign(http, { maxHeaderSize: maxHeadBytes })
  const at = { host: env.HOST, port: env.PORT, setting: 'PORT', orElse: 'or to auto' }
  const server = await listenAt(at, () =>
    Bun.serve({
      hostname: env.HOST,
      port: env.PORT === 'auto' ? 0 : env.PORT,
      maxRequestBodySize: maxRequestBytes,
      fetch(request, server) {
        const peerOf = () => server.requestIP(request)?.address ?? ''
        const addressOf = () =>
          clientAddress(peerOf(), request.headers.get('x-forwarded-for'), env.TRUSTED_PROXIES)
        const readable = withReadableHost(request, server.url.origin)
        if (readable instanceof Response) return readable
        const idleSeconds = idleSecondsOf(readable)
        if (idleSeconds !== null) server.timeout(request, idleSeconds)
        // Without proxies nobody's word is asked for.
        const isProxied = env.TRUSTED_PROXIES.length > 0 && env.TRUSTED_PROXIES.includes(peerOf())
        return portal.fetch(readable, addressOf, isProxied ? forwardedOrigin(readable) : undefined)
      },
      error: portal.answerLost,
    }),
  )
  return {
    url: `http://${env.HOST}:${server.port}`,
    isIdle: () => server.pendingRequests === 0,
    stop: (isForced) => server.stop(isForced),
  }
}

type Serving = {
  open: OpenPortal
  portal: Portal
  workers: Worker[]
  listener: Listener
  running: Running[]
}

/** Ends the requests in flight: new callers hear "not ready", and then no more are accepted. */
async function drain(listener: Listener): Promise<void> {
  for (let waited = 0; waited < openGraceMs && !listener.isIdle(); waited += pauseMs) await Bun.sleep(pauseMs)
  await Promise.race([listener.stop(false), Bun.sleep(closedGraceMs)])
  await listener.stop(true)
}

/**
 * Stops being ready, then ends the requests and jobs in progress (at most 10 s), what runs beside the listener, and the
 * store.
 */
async function shutDown({ open, portal, workers, listener, running }: Serving): Promise<void> {
  portal.counters.isDraining = true
  await open.deps.events.close()
  const graceMs = openGraceMs + closedGraceMs
  const stopWorkers = workers.map((worker) => worker.stop(graceMs))
  await Promise.all([drain(listener), ...running.map((each) => each.drain?.(graceMs)), ...stopWorkers])
  for (const each of running.toReversed()) await each.stop?.()
  await open.close()
}

/** Starts what features run beside the listener, all of it or nothing. */
async function serveFeatures({ deps }: OpenPortal): Promise<Running[]> {
  const running: Running[] = []
  try {
    for (const feature of deps.features) if (feature.serve) running.push(await feature.serve(deps))
    return running
  } catch (error) {
    for (const each of running.toReversed()) {
      await each.drain?.(0)
      await each.stop?.()
    }
    throw error
  }
}

/** The portal listens, and what features run beside it has started: both or neither. */
async function listenAll(open: OpenPortal, portal: Portal) {
  const listener = await listen(open.deps.env, portal)
  open.setOrigin(listener.url)
  const running = await serveFeatures(open).catch(async (error) => {
    await listener.stop(true)
    throw error
  })
  return { listener, running }
}

/** Serves the portal until SIGTERM, SIGINT or SIGHUP, then exits with 0. */
export async function serve(env: Env): Promise<void> {
  const open = await openPortal(env, { lock: true })
  const client: Client = await openClient(clientFolder(env.NODE_ENV))
  const portal = createApp(open.deps, client, watchLoop())
  const { listener, running } = await listenAll(open, portal).catch(async (error) => {
    await open.close()
    throw error
  })
  const workers = allWork.map((work) => startWorker(open.deps, work))
  open.deps.log.info('listening', {
    url: listener.url,
    sites: open.deps.gateway.url,
    version: open.deps.version,
  })
  if (!env.COMPANY_FILE)
    open.deps.log.info('address, figures and voices on the public pages are samples: set COMPANY_FILE')
  let ending: Promise<void> | null = null
  const end = (code: number) => {
    ending ??= shutDown({ open, portal, workers, listener, running }).then(
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
