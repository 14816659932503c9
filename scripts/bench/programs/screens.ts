export {}

// Reads one line `{ url, cookies, seconds, everyMs }` and keeps a screen open per cookie: its live stream, conditional polls
// at the interval, and an occasional click. Prints the results.

type Screens = { url: string; cookies: string[]; seconds: number; everyMs: number }
type Instance = { id: string; status: string }

const latencies: number[] = []
const counts = { polls: 0, unchanged: 0, clicks: 0, failed: 0, streams: 0, events: 0 }

/** One open screen of a customer until `end`; every tenth also stops and starts an instance. */
async function runScreen(
  { url, everyMs }: Screens,
  { cookie, index, end }: { cookie: string; index: number; end: number },
): Promise<void> {
  let etag = ''
  let instances: Instance[] = []
  await Bun.sleep((everyMs * index * 0.618) % everyMs)
  while (performance.now() < end) {
    const started = performance.now()
    const response = await fetch(`${url}/api/cloud/all-services`, {
      headers: { cookie, 'if-none-match': etag },
    })
    const text = await response.text()
    latencies.push(performance.now() - started)
    counts.polls += 1
    if (response.status === 304) counts.unchanged += 1
    else if (response.ok) instances = (JSON.parse(text) as { instances: Instance[] }).instances
    else counts.failed += 1
    etag = response.headers.get('etag') ?? etag
    if (index % 10 === 0) await click(url, cookie, instances)
    await Bun.sleep(Math.max(0, everyMs - (performance.now() - started)))
  }
}

async function click(url: string, cookie: string, instances: Instance[]): Promise<void> {
  const machine = instances.find(({ status }) => status === 'running' || status === 'stopped')
  if (!machine) return
  const action = machine.status === 'running' ? 'stop' : 'start'
  const body = JSON.stringify({ action, resourceId: machine.id, serviceType: 'instance' })
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/cloud/actions`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  counts.clicks += 1
  // The instance's status may have changed since the last answer.
  if (!response.ok && response.status !== 409) counts.failed += 1
}

/** Follows the live stream of a screen. */
async function listen(url: string, cookie: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal })
  if (!response.ok || !response.body) {
    counts.failed += 1
    return
  }
  counts.streams += 1
  const decoder = new TextDecoder()
  for await (const chunk of response.body)
    counts.events += decoder.decode(chunk).split('event: cloud').length - 1
}

async function run(screens: Screens) {
  const ending = new AbortController()
  const streams = screens.cookies.map((cookie) =>
    listen(screens.url, cookie, ending.signal).catch(() => {
      if (!ending.signal.aborted) counts.failed += 1
    }),
  )
  const end = performance.now() + screens.seconds * 1_000
  await Promise.all(screens.cookies.map((cookie, index) => runScreen(screens, { cookie, index, end })))
  ending.abort()
  await Promise.all(streams)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN
  return { ...counts, medianMs: at(0.5), p99Ms: at(0.99), slowestMs: at(1) }
}

for await (const line of console) {
  if (!line) continue
  console.log(JSON.stringify(await run(JSON.parse(line) as Screens)))
  process.exit(0)
}
