import { runNamed } from '../run-named.ts'

// Long campaigns against running portals, beyond what the test run has time for. Each ends with code 1 when something was lost.
await runNamed({
  name: 'faults',
  folder: 'faults',
  entries: {
    nodes: '[kills]  two nodes on one folder and one PostgreSQL, either killed at random',
    postgres: '[kills] [nodes]  PostgreSQL killed under load; counts what is not answered 503',
    signals: '[rounds]  stops by signals, from every launcher, with a web server running',
    fuzz: '[inputs] [seed]  inputs made from the schemas of every call, at both transports; 15,000 unless said',
    manyfiles: '[files] [rounds]  restores of thousands of files killed at any moment: rows and bytes agree',
  },
})
