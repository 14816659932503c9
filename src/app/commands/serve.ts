import http from 'node:http'
import { watchLoop } from '#server/event-loop.ts'
import type { Feature, Running } from '#server/feature.ts'
import { clientFolder, openClient } from '#server/http/client.ts'
import { withReadableHost } from '#server/http/request-host.ts'
import { forwardedOrigin } from '#server/http/visited-origin.ts'
import { startWorker, type Worker } from '#server/jobs/jobs.ts'
import { describeFailure } from '#server/log.ts'
import { openScreen, type Screen } from '#server/screen.ts'
import type { Env } from '#server/settings.ts'
import { type Ending, onStopSignal } from '#server/stop-signals.ts'
import { listenAt } from '#server/system/listen-at.ts'
import { removeOwnRecord } from '#server/system/programs/process-record.ts'
import { releaseMemoryWhenIdle } from '#server/system/release-memory.ts'
import { clientAddress } from '#shared/address.ts'
import { complainOfSamples } from '#shared/company.ts'
import { type Client, createApp, type Portal } from '../app.ts'
import { idleSecondsOf } from '../http-routes.ts'
import { type OpenPortal, openPortal } from '../portal.ts'
import { allWork } from '../router.ts'
import { endLeftovers, portalRecord, recordPortal } from './leftovers.ts'
import { writeWelcome } from './welcome.ts'

// The sum is the ten seconds for requests in progress; in the first half new callers still get "not ready".
const openGraceMs = 5_000
const closedGraceMs = 5_000
const pauseMs = 20
// Each route has its own limit; for uploads it is the remaining quota of the plan, and they are streamed to disk.
const maxRequestBytes = 1_024 ** 4
// The listener refuses longer heads without a message; the portal reports addresses that are too long.
const maxHeadBytes = 64 * 1_024

type Listener = { url: string; isIdle(): boolean; stop(isForced: boolean): Promise<void> }

/**
 * Listens on HOST and PORT; a request with an ambiguous URL does not reach the portal.
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
        const readable = withReadableHost(request, () => server.url.origin)
        if (readable instanceof Response) return readable
        const idleSeconds = idleSecondsOf(readable)
        if (idleSeconds !== null) server.timeout(request, idleSeconds)
        // Without proxies no forwarded header counts.
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
  /** Checked before each step: a second signal can request more. */
  ending: () => Ending
}

/** Ends requests in progress: new callers get "not ready" first, and then no connection. */
async function drain(listener: Listener): Promise<void> {
  for (let waited = 0; waited < openGraceMs && !listener.isIdle(); waited += pauseMs) await Bun.sleep(pauseMs)
  await Promise.race([listener.stop(false), Bun.sleep(closedGraceMs)])
  await listener.stop(true)
}

/**
 * Stops being ready, then ends requests and jobs in progress (at most 10 s), ends the processes beside the listener or hands them
 * to the next portal, and closes the store.
 */
async function shutDown({ open, portal, workers, listener, running, ending }: Serving): Promise<void> {
  portal.counters.isDraining = true
  await open.deps.events.close()
  const graceMs = openGraceMs + closedGraceMs
  const stopWorkers = workers.map((worker) => worker.stop(graceMs))
  await Promise.all([
    drain(listener),
    ...running.map((each) => each.drain?.(graceMs, ending())),
    ...stopWorkers,
  ])
  for (const each of running.toReversed()) await each.stop?.(ending())
  await open.close(async () => {
    // Ends the processes that were handed over before a second signal requested everything.
    if (ending() === 'everything') await endLeftovers(open.deps.env)
    removeOwnRecord(portalRecord(open.deps.env.RUN_DIR))
  })
}

const startStep = (feature: Feature): string => `Starting ${feature.starts}`

/**
 * Starts the listener and the features' processes, either all or none. Features that serve first open their ports before the
 * listener's.
 */
async function listenAll(open: OpenPortal, portal: Portal, screen: Screen) {
  const { deps } = open
  const running: Running[] = []
  let listener: Listener | null = null
  const start = async (feature: Feature) => {
    const begin = async () => {
      const started = await feature.serve?.(deps)
      if (started) running.push(started)
    }
    await (feature.starts ? screen.step(startStep(feature), begin) : begin())
  }
  try {
    for (const feature of deps.features) if (feature.servesFirst) await start(feature)
    listener = await listen(deps.env, portal)
    open.setOrigin(listener.url)
    for (const feature of deps.features) if (!feature.servesFirst) await start(feature)
    return { listener, running }
  } catch (error) {
    await listener?.stop(true)
    for (const each of running.toReversed()) {
      await each.drain?.(0, 'everything')
      await each.stop?.('everything')
    }
    throw error
  }
}

const stepOf: Record<Ending, (env: Env) => string> = {
  everything: () => 'Stopping',
  handOver: ({ HANDOVER_SECONDS, SITES_PORT }) =>
    SITES_PORT === 0 ? 'Stopping' : `Stopping; customers' sites stay up for ${HANDOVER_SECONDS} seconds`,
}

/** Serves the portal until SIGTERM, SIGINT or SIGHUP, then exits with 0. */
export async function serve(env: Env): Promise<void> {
  const screen = openScreen(env)
  const open = await screen.step('Opening the database', () => openPortal(env, { lock: true, screen }))
  const note = portalRecord(env.RUN_DIR)
  const client: Client = await openClient(clientFolder(env.NODE_ENV))
  const portal = createApp(open.deps, client, watchLoop())
  const isAsked = Promise.withResolvers<Ending>()
  let ending: Ending = 'handOver'
  onStopSignal(
    (asked) => {
      ending = env.HANDOVER_SECONDS === 0 ? 'everything' : asked
      isAsked.resolve(ending)
    },
    { graceMs: openGraceMs + closedGraceMs },
  )
  recordPortal(note, env)
  const { listener, running } = await listenAll(open, portal, screen).catch(async (error) => {
    await open.close(async () => removeOwnRecord(note))
    throw error
  })
  const workers = allWork.map((work) => startWorker(open.deps, work))
  releaseMemoryWhenIdle(portal.counters)
  if (screen.format === 'json')
    open.deps.log.info('listening', {
      url: listener.url,
      sites: open.deps.gateway.url,
      version: open.deps.version,
    })
  const samples = complainOfSamples(open.deps.company)
  if (samples) open.deps.log.info(samples)
  screen.say(await writeWelcome(open.deps, listener.url))
  let ended: Promise<void> | null = null
  const end = (code: number) => {
    const stop = () => shutDown({ open, portal, workers, listener, running, ending: () => ending })
    ended ??= screen.step(stepOf[ending](env), stop).then(
      () => process.exit(code),
      (error) => {
        open.deps.log.error('shutdown failed', describeFailure(error))
        process.exit(1)
      },
    )
    return ended
  }
  // A signal during the start takes effect after it, when everything that was started is known.
  void isAsked.promise.then(() => end(0))
  open.deps.node.onLost((why) => {
    open.deps.log.error(`${why}; this one is stopping`)
    ending = 'everything'
    void end(1)
  })
}
