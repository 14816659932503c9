import { runNamed } from '../run-named.ts'

// Each benchmark compares within its own run.
await runNamed({
  name: 'bench',
  folder: 'bench',
  fallback: 'calls',
  entries: {
    calls: '[rounds]  calls by REST and tRPC, compared with bare servers',
    polls: '[rounds]  polls without changes, compared with bare servers',
    cloud:
      '[rounds] [seconds]  cloud polls compared with Express and Fastify on better-sqlite3, and 1,500 open screens',
    pages:
      '[--rounds=N] [--page=NAME]  bytes and times of the pages, compared with a static page and the libraries alone',
    files: '[MiB]  one large upload and download, and their memory use',
    manyfiles:
      '[count]  a service of 500,000 files: pages by every sort, backup, restore, memory, longest tick',
    million:
      '[users] [--postgres] [--folder=PATH]  every read of a portal with that many customers, compared with one of a thousand',
    gateway:
      "a customer's site through the gateway and through nginx, with and without TLS, compared with its own socket",
    gate: '[accept]  calls, polls, the gateway and page bytes compared with the last merge; fails when one is a tenth worse',
    overload: "[rate|ramp] [seconds]  pages, calls, polls, uploads and sign-ins beyond the portal's capacity",
    memory:
      "[minutes]  the portal's memory when idle, under a mixed load, after hostile requests and at rest",
    sites: '[count]  web servers of many services: start, memory, requests',
  },
})
