// Reads one line `{ url, people, rate, seconds }` and sends that many requests a second, whether answered or not, like real
// users. Prints the results of each kind.

export type Caller = { cookie: string; email: string; serviceId: string; address: string }
export type LoadPlan = { url: string; people: Caller[]; password: string; rate: number; seconds: number }
export type Tally = {
  sent: number
  accepted: number
  shed: number
  limited: number
  timedOut: number
  /** Any other status or failure, by its name. */
  odd: Record<string, number>
  /** Milliseconds from the due time to the last byte, of accepted requests. */
  took: number[]
}

type Kind = 'page' | 'call' | 'poll' | 'upload' | 'sign-in'
type Answer = { status: number }

const timeoutMs = 30_000
const tickMs = 5
/** The mix per hundred requests, ordered by cost: sign-ins 24 ms, pages 4, uploads 2, calls and polls less than one. */
const mix: [Kind, number][] = [
  ['sign-in', 1],
  ['page', 18],
  ['upload', 6],
  ['poll', 30],
  ['call', 45],
]
const pages = ['/', '/files', '/projects', '/websites', '/backups', '/contact']
const calls = [
  '/api/user',
  '/api/user-services',
  '/api/user/orders',
  '/api/projects',
  '/api/backups',
  '/api/files',
]
const bytes = new Uint8Array(20_000).fill(97)
const tags = new Map<string, string>()
let counter = 0
/** The steps of a ramp share their customers. */
const series = Date.now().toString(36)

let state = 1
/** The next number of a fixed series from 0 up to 1, so that every run sends the same. */
const next = (): number => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const pick = <T>(list: T[]): T => list[Math.floor(next() * list.length)] as T

const kindOf = (): Kind => {
  let left = next() * 100
  for (const [kind, share] of mix) {
    left -= share
    if (left < 0) return kind
  }
  return 'call'
}

/** Sends the ETag of the last answer, like a polling screen. */
async function poll(url: string, init: { headers: Record<string, string> }): Promise<Answer> {
  const key = url + init.headers.cookie
  const known = tags.get(key)
  const headers = known ? { ...init.headers, 'if-none-match': known } : init.headers
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  await answer.arrayBuffer()
  const tag = answer.headers.get('etag')
  if (tag) tags.set(key, tag)
  return answer
}

async function send(kind: Kind, { url, people, password }: LoadPlan): Promise<Answer> {
  const { cookie, email, serviceId, address } = pick(people)
  const headers: Record<string, string> = { cookie, 'x-forwarded-for': address }
  const get = async (path: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url + path, { headers, redirect: 'manual', signal, ...init })
    await answer.arrayBuffer()
    return answer
  }
  counter += 1
  if (kind === 'page') return get(pick(pages), { headers: { ...headers, 'accept-encoding': 'br' } })
  if (kind === 'call') return get(pick(calls))
  if (kind === 'poll') {
    const path = pick(['/api/cloud/all-services', `/api/server-stats/${serviceId}`])
    return poll(url + path, { headers })
  }
  if (kind === 'sign-in') {
    const json = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ emailOrMobile: email, password })
    return get('/api/login', { method: 'POST', headers: json, body })
  }
  const form = new FormData()
  form.set('serviceId', serviceId)
  form.set('file', new File([bytes], `file-${series}-${counter}.txt`))
  return get('/api/files', { method: 'POST', body: form })
}

const emptyTally = (): Tally => ({
  sent: 0,
  accepted: 0,
  shed: 0,
  limited: 0,
  timedOut: 0,
  odd: {},
  took: [],
})

function judge(tally: Tally, status: number, ms: number): void {
  if (status === 503) tally.shed += 1
  else if (status === 429) tally.limited += 1
  else if (status < 400) {
    tally.accepted += 1
    tally.took.push(Math.round(ms))
  } else tally.odd[status] = (tally.odd[status] ?? 0) + 1
}

async function run(plan: LoadPlan): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = Object.fromEntries(mix.map(([kind]) => [kind, emptyTally()]))
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  const due = () => Math.min(((performance.now() - begun) / 1_000) * plan.rate, plan.rate * plan.seconds)
  for (let sent = 0; sent < plan.rate * plan.seconds; ) {
    for (; sent < due(); sent += 1) {
      const kind = kindOf()
      const tally = tallies[kind] ?? emptyTally()
      const at = begun + (sent / plan.rate) * 1_000
      tally.sent += 1
      const work = send(kind, plan).then(
        ({ status }) => judge(tally, status, performance.now() - at),
        (error: Error) => {
          if (error.name === 'TimeoutError') tally.timedOut += 1
          else tally.odd[error.name] = (tally.odd[error.name] ?? 0) + 1
        },
      )
      open.add(work)
      void work.then(() => open.delete(work))
    }
    await Bun.sleep(tickMs)
  }
  await Promise.all(open)
  return tallies
}

for await (const line of console)
  if (line) console.log(JSON.stringify(await run(JSON.parse(line) as LoadPlan)))
