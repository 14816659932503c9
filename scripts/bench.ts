import { join } from 'node:path'

// `bun run bench [name] [options]`: one benchmark, by itself `calls`. Each compares within its own run.

const benchmarks: Record<string, string> = {
  calls: '[rounds]  calls by REST and tRPC, beside bare servers',
  polls: '[rounds]  polls that find nothing new, beside bare servers',
  cloud: '[rounds] [seconds]  polls of the cloud beside Express with better-sqlite3, and 1,500 open screens',
  pages: '[--rounds=N] [--page=NAME]  bytes and times of the pages, beside a static one',
  files: '[MiB]  one large upload and download, and the memory they take',
  backups: 'a large backup beside the zip library alone, and what waits meanwhile',
  gateway: "a customer's site through the gateway, beside the same on its socket",
  sites: '[count]  web servers of many services: start, memory, requests',
}

const [name = 'calls', ...options] = Bun.argv.slice(2)
if (!Object.hasOwn(benchmarks, name)) {
  const lines = Object.entries(benchmarks).map(([known, what]) => `  ${known.padEnd(9)}${what}`)
  console.error(['bun run bench NAME', ...lines].join('\n'))
  process.exit(2)
}
const child = Bun.spawn([process.execPath, join(import.meta.dir, `bench/${name}.ts`), ...options], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(await child.exited)
