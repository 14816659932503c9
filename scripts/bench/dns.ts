import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../../test/support/dns.ts'
import { makeTestFolder } from '../../test/support/folders.ts'
import { startNsd } from '../../test/support/nsd.ts'

// Each server has one core, and the program that asks has the other.

const seconds = Number(process.argv[2] ?? 10)
const zoneCount = 1_000
const hosts = 20
const roundTrips = 5_000

type Server = { name: string; port: number; pid: number; stop(): Promise<unknown> }

const zoneName = (at: number) => `zone${at}.example`

async function startOwn(): Promise<Server> {
  const script = join(import.meta.dir, 'dns-server.ts')
  const child = Bun.spawn(
    ['taskset', '-c', '0', process.execPath, script, String(zoneCount), String(hosts)],
    {
      stdin: 'ignore',
      stdout: 'pipe',
    },
  )
  const reader = child.stdout.getReader()
  const { value } = await reader.read()
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { name: 'portal', port: Number(new TextDecoder().decode(value)), pid: child.pid, stop }
}

async function startPeer(): Promise<Server> {
  const zones = Array.from({ length: zoneCount }, (_, at) => zoneName(at))
  const records = Array.from({ length: hosts }, (_, host) => `h${host} 300 IN A 192.0.2.${host}`)
  const nsd = await startNsd((folder) => {
    const text = (name: string) =>
      `$ORIGIN ${name}.\n@ 3600 IN SOA ns1.example.net. hostmaster.${name}. 1 3600 600 1209600 300\n@ 3600 IN NS ns1.example.net.\n${records.join('\n')}\n`
    for (const name of zones) void Bun.write(join(folder, name), text(name))
    return zones.map((name) => `zone:\n  name: "${name}"\n  zonefile: "${name}"\n`).join('')
  })
  return { name: 'NSD', ...nsd }
}

/** Waits until it answers, and pins every process of it to the first core. */
async function prepare({ port, pid }: Server): Promise<void> {
  const probe = () =>
    Bun.$`dig @127.0.0.1 -p ${port} +tries=1 +time=1 +short h1.${zoneName(zoneCount - 1)} A`.nothrow().text()
  while ((await probe()).trim() !== '192.0.2.1') await Bun.sleep(100)
  for (const child of [pid, ...(await descendantsOf(pid))])
    await Bun.$`taskset -a -c -p 0 ${child}`.quiet().nothrow()
}

async function descendantsOf(pid: number): Promise<number[]> {
  const text = await Bun.$`ps -o pid= --ppid ${pid}`.nothrow().text()
  const own = text.split('\n').map(Number).filter(Boolean)
  return [...own, ...(await Promise.all(own.map(descendantsOf))).flat()]
}

/** Resident memory of it and its children, in MiB; what they share counts once. */
async function memoryOf(pid: number): Promise<number> {
  const pids = [pid, ...(await descendantsOf(pid))]
  const texts = await Promise.all(pids.map((each) => Bun.file(`/proc/${each}/smaps_rollup`).text()))
  const sum = texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0)
  return Math.round(sum / 1_024)
}

/** Answers in a second, as fast as one core asks. */
async function rateOf({ port }: Server, questions: string): Promise<number> {
  const text =
    await Bun.$`taskset -c 1 dnsperf -s 127.0.0.1 -p ${port} -d ${questions} -l ${seconds} -c 8 -q 200`
      .quiet()
      .text()
  const lost = Number(/Queries lost:\s+(\d+)/.exec(text)?.[1] ?? 0)
  const sent = Number(/Queries sent:\s+(\d+)/.exec(text)?.[1] ?? 0)
  if (lost > sent / 1_000) throw new Error(`${lost} of ${sent} questions were lost`)
  return Math.round(Number(/Queries per second:\s+([\d.]+)/.exec(text)?.[1] ?? 0))
}

/** The 99th percentile of the time of one question after the other, in microseconds. */
async function latencyOf({ port }: Server): Promise<number> {
  let answered: () => void = () => {}
  const socket = await Bun.udpSocket({ hostname: '127.0.0.1', socket: { data: () => answered() } })
  const times: number[] = []
  for (let at = 0; at < roundTrips; at += 1) {
    const { promise, resolve } = Promise.withResolvers<void>()
    answered = resolve
    const started = performance.now()
    socket.send(ask(`h${at % hosts}.${zoneName(at % zoneCount)}`, 1), port, '127.0.0.1')
    await promise
    times.push(performance.now() - started)
  }
  socket.close()
  return Math.round((times.sort((a, b) => a - b)[Math.floor(roundTrips * 0.99)] ?? 0) * 1_000)
}

/** Half of the questions come again and again, three in ten are rare, and two in ten are for names that do not exist. */
function makeQuestions(): string {
  const lines = Array.from({ length: 100_000 }, (_, at) => {
    if (at % 10 < 5) return `h${at % hosts}.${zoneName(at % 50)} A`
    if (at % 10 < 8) return `h${(at * 7) % hosts}.${zoneName((at * 13) % zoneCount)} A`
    return `no${at}.${zoneName(at % zoneCount)} A`
  })
  return `${lines.join('\n')}\n`
}

const folder = makeTestFolder()
const questions = join(folder, 'questions')
await Bun.write(questions, makeQuestions())
const rates = new Map<string, number>()
for (const start of [startPeer, startOwn]) {
  const server = await start()
  try {
    await prepare(server)
    const latency = await latencyOf(server)
    const rate = await rateOf(server, questions)
    rates.set(server.name, rate)
    console.log(`${server.name}: ${rate} answers/s, p99 ${latency} µs, ${await memoryOf(server.pid)} MiB`)
  } finally {
    await server.stop()
  }
}
rmSync(folder, { recursive: true })
console.log(`the portal beside NSD: ${((rates.get('portal') ?? 0) / (rates.get('NSD') ?? 1)).toFixed(2)}`)
