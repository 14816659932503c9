import { runNamed } from '../run-named.ts'

// Long campaigns against running portals, which the test run has no time for. Each exits with 1 when data was lost.
await runNamed({
  name: 'faults',
  folder: 'faults',
  entries: {
    nodes: '[kills]  two nodes on one folder and one PostgreSQL, killed at random',
    postgres: '[kills] [nodes]  PostgreSQL killed under load; counts answers other than 503',
    signals: '[rounds]  stops by signals, from every launcher, with a web server running',
    fuzz: '[inputs] [seed]  inputs generated from the schemas of every call, on both transports; 15,000 by default',
    manyfiles:
      '[files] [rounds]  restores of thousands of files killed at any moment: rows and bytes must agree',
  },
})
