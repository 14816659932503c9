import { runNamed } from '../run-named.ts'

// Each benchmark compares within its own run.
await runNamed({
  name: 'bench',
  folder: 'bench',
  fallback: 'calls',
  entries: {
    calls: '[rounds]  calls by REST and tRPC, beside bare servers',
    polls: '[rounds]  polls that find nothing new, beside bare servers',
    cloud:
      '[rounds] [seconds]  polls of the cloud beside Express and Fastify with better-sqlite3, and 1,500 open screens',
    pages:
      '[--rounds=N] [--page=NAME]  bytes and times of the pages, beside a static one and the libraries alone',
    files: '[MiB]  one large upload and download, and the memory they take',
    manyfiles:
      '[count]  a service of 500,000 files: pages by every sort, backup, restore, memory, longest tick',
    million:
      '[users] [--postgres] [--folder=PATH]  every read of a portal with so many customers, beside one with a thousand',
    gateway:
      "a customer's site through the gateway and through nginx, with and without TLS, beside the same on its socket",
    gate: '[accept]  calls, polls, the gateway and bytes of pages beside those of the last landing; fails when one is a tenth worse',
    overload:
      '[rate|ramp] [seconds]  pages, calls, polls, uploads and sign-ins, more than the portal can answer',
    memory:
      '[minutes]  memory of the portal when idle, under a mixed load, after hostile requests and at rest',
    sites: '[count]  web servers of many services: start, memory, requests',
  },
})
